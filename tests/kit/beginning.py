"""From the start page to the first question, with hands of some kind: described by fields, or by a workbook."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

from kit.hands import Hands
from kit.manager import DAYS, NAMES

DROP = """([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], name));
    document.querySelector(".drop").dispatchEvent(
        new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def describe(hands: Hands) -> None:
    """Who, when and what."""
    page = hands.page
    hands.write("#who", ", ".join(NAMES))
    page.wait_for_function("() => document.getElementById('who-heard').textContent.startsWith('8: ')")
    hands.press("#describe button[value=next]")
    page.wait_for_url("**/rules")


def matter(hands: Hands, ticks: Sequence[str]) -> None:
    """Tick these sentences, and no others."""
    page = hands.page
    hands.press("button[name=to][value=none]")
    page.wait_for_function("() => !document.querySelector('.sentence > label input:checked')")
    for key in ticks:
        hands.tick(f"input[name=tick][value='{key}']")


def start(hands: Hands) -> None:
    hands.press("button[name=to][value=start]")
    hands.page.wait_for_selector("#answer")


def tell_a_rule(hands: Hands, relation: str, over: str, number: str = "") -> None:
    page = hands.page
    hands.press("a[href$='/rules']")
    page.wait_for_selector(".compose")
    hands.pick("#relation", relation)
    hands.press(".compose button")
    page.wait_for_selector("#over")
    hands.pick("#over", over)
    if number:
        hands.write("#number", number)
    hands.press(".compose button")
    hands.press(".previews button.yes")
    page.wait_for_selector(".notice:has-text('Taken: ')")


def drop(hands: Hands, content: bytes) -> None:
    """A workbook, dropped onto the page."""
    hands.page.evaluate(DROP, ["rosters.xlsx", base64.b64encode(content).decode()])
    hands.page.wait_for_selector("text=What tacit has understood")


def last_rosters(weeks: int = 2) -> bytes:
    """Rosters that were right, as a workbook: one night nurse each day, who is off on the next."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for week in range(weeks):
        sheet = book.create_sheet(f"week {week + 1}")
        sheet.append(["", *DAYS])
        for who, name in enumerate(NAMES):
            turns = ["night", "off", "early", "late", "early", "late", "off", "early"]
            sheet.append([name, *(turns[(day - who - 3 * week) % len(NAMES)] for day in range(len(DAYS)))])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
