"""Makes the pictures of the README: four screens of the page, in Chromium. Run it after the page has changed.

.venv/bin/python scripts/screenshots.py
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
READ = """() => Object.fromEntries([...document.querySelectorAll('#answer input[name=clash]')]
    .map(cell => [cell.value, cell.nextElementSibling.textContent]))"""


def rules(name: str) -> Any:
    """The function that knows the rules of one of the examples."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "src" / "tacit" / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.fine


def answer(page: Page, name: str, most: int = 1000) -> None:
    """Answer questions about an example, as its rules say."""
    fine = rules(name)
    while most and page.query_selector("#answer"):
        most -= 1
        shown = {cell: int(value) if value.isdigit() else value for cell, value in page.evaluate(READ).items()}
        page.evaluate("() => { document.getElementById('screen').dataset.seen = 'yes'; }")
        # The function knows examples; of rules it says nothing.
        page.keyboard.press(" " if page.query_selector("#answer .claim") else "y" if fine(shown) else "n")
        page.wait_for_function(
            "() => document.readyState === 'complete' && !document.getElementById('screen')?.dataset.seen"
        )
    page.wait_for_timeout(500)


def start(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.wait_for_selector("#own")
    page.click(f"button[value={name}]")
    page.wait_for_selector("#answer")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "tacit", "web", "--db", f"{folder}/db.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = server.stdout.readline().split()[1]
        try:
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1180, "height": 720})
            start(page, address, "roster")
            answer(page, "roster", 34)
            while page.locator("#answer td.filled").count() < 4 or not page.locator("#answer td.changed").count():
                answer(page, "roster", 1)  # so that there is something to see
            page.screenshot(path=IMAGES / "question.png")
            answer(page, "roster")
            page.wait_for_selector(".solutions")
            whole = {"x": 0, "y": 0, "width": 1180, "height": 1215}
            page.screenshot(path=IMAGES / "end.png", clip=whole, full_page=True)
            start(page, address, "puzzle")
            while not (page.locator("#answer .claim").count() and page.locator("#answer .board").count()):
                answer(page, "puzzle", 1)
            page.screenshot(path=IMAGES / "rule.png")
            phone = browser.new_page(
                viewport={"width": 390, "height": 760}, is_mobile=True, has_touch=True, color_scheme="dark"
            )
            start(phone, address, "puzzle")
            answer(phone, "puzzle", 33)
            phone.screenshot(path=IMAGES / "phone.png")
            browser.close()
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
