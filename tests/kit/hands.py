"""How somebody acts on a page: by mouse, by keys alone, or by touch. All three do the same things."""

from __future__ import annotations

from typing import Any, Protocol

from kit.browsing import Person

AT = "selector => document.activeElement.matches(selector)"
MOST_TABS = 300
OWN = {"#b-yes": "y", "#b-no": "n", "#b-unknown": "d"}


class Hands(Protocol):
    """What hands can do. Whatever loads another page is waited for by whoever asks for it."""

    page: Any
    clicks: int
    keys: int

    def press(self, selector: str) -> None:
        """A button, a link, what opens a part of the page."""

    def tick(self, selector: str) -> None:
        """A box that may be hidden behind its label."""

    def write(self, selector: str, text: str) -> None: ...

    def pick(self, selector: str, value: str) -> None:
        """One of a list that opens."""

    def answer(self, button: str) -> None:
        """A button of the question."""

    def mark(self, names: list[str]) -> None:
        """Cells of the example or plan in question."""


class Mouse:
    """Clicks; the keyboard only writes names and numbers."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.clicks = self.keys = 0

    def _click(self, selector: str) -> None:
        self.clicks += 1
        self._point_at(selector)

    def _point_at(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def press(self, selector: str) -> None:
        self._click(selector)

    def tick(self, selector: str) -> None:
        self._click(f"{selector} >> xpath=ancestor::label[1]")

    def write(self, selector: str, text: str) -> None:
        self._click(selector)
        self.page.fill(selector, text)
        self.keys += len(text)

    def pick(self, selector: str, value: str) -> None:
        self.page.select_option(selector, value)  # its list is drawn by the system, where no test can click
        self.clicks += 2

    def answer(self, button: str) -> None:
        self.person.moves(lambda: self._click(button))

    def mark(self, names: list[str]) -> None:
        for name in names:
            self.tick(f'#answer input[name=clash][value="{name}"]')


class Touch(Mouse):
    """Fingers on a phone."""

    def _point_at(self, selector: str) -> None:
        self.page.locator(selector).first.tap()


class Keys:
    """No mouse: Tab, Enter, Space, arrows, and the keys of the page."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.clicks = self.keys = 0

    def _key(self, key: str) -> None:
        self.keys += 1
        self.page.keyboard.press(key)

    def _go_to(self, selector: str) -> None:
        """Tab forward until the focus is there, past the end of the page if it must be."""
        self.page.locator(selector).first.wait_for(state="attached")
        for _ in range(MOST_TABS):
            if self.page.evaluate(AT, selector):
                return
            self._key("Tab")
        raise AssertionError(f"{selector} is not reached by the keyboard")

    def press(self, selector: str) -> None:
        self._go_to(selector)
        self._key("Enter")

    def tick(self, selector: str) -> None:
        box = self.page.locator(selector).first
        if box.get_attribute("type") != "radio":
            self._go_to(selector)
            return self._key("Space")
        self._go_to(f"input[name='{box.get_attribute('name')}']")  # Tab knows one of them; arrows go on from there
        while not box.is_checked():
            self._key("ArrowDown")

    def write(self, selector: str, text: str) -> None:
        self._go_to(selector)
        self.page.keyboard.type(text)
        self.keys += len(text)

    def pick(self, selector: str, value: str) -> None:
        """By the arrows, as in a list that is closed."""
        self._go_to(selector)
        for _ in range(MOST_TABS):
            if self.page.input_value(selector) == value:
                return
            self._key("ArrowDown")
        raise AssertionError(f"{value} is not in the list")

    def answer(self, button: str) -> None:
        """By the page's own key, if the button has one."""
        own = self.page.locator(button).get_attribute("data-key") or OWN.get(button)
        self.person.moves(lambda: self._key(own) if own else self.press(button))

    def mark(self, names: list[str]) -> None:
        for name in names:
            self.tick(f'#answer input[name=clash][value="{name}"]')
