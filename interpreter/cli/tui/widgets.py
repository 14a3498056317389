"""The few widgets: a drawing that can be pressed, a page over the table, a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget

from .drawing import Drawing

Draw = Callable[[int], Drawing]
"""draws something in a number of columns"""


class Picture(Widget):
    """Shows a drawing, as high as it is, and says when one of its areas is pressed."""

    class Pressed(Message):
        """Something was pressed."""

        def __init__(self, target: str) -> None:
            self.target = target
            super().__init__()

    DEFAULT_CSS = "Picture { height: auto; width: 1fr; }"

    def __init__(self, draw: Draw | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self.draw = cache(draw or (lambda _width: Drawing()))

    def show(self, draw: Draw) -> None:
        """Show another drawing; nothing is done if it is the same."""
        before, width, self.draw = self.draw, self.size.width, cache(draw)
        if not width:  # it has no place yet
            self.refresh(layout=True)
        elif (old := before(width)) != (new := self.draw(width)):
            self.refresh(layout=old.height != new.height)

    def on_resize(self) -> None:
        """Some drawings depend on the height too."""
        self.draw = cache(self.draw.__wrapped__)
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.draw(width).height

    def render(self) -> Text:
        width = self.size.width
        lines = self.draw(width).cut(width).lines
        return Text("\n", no_wrap=True, end="").join(lines)

    def on_click(self, event: events.Click) -> None:
        target = self.draw(self.size.width).at(event.x, event.y)
        if target:
            event.stop()
            self.post_message(self.Pressed(target))


class Page(ModalScreen[str]):
    """Something to read in the whole window, with answers at its foot; a single one closes it.

    foot: draws the answers; given True it says that there is more to read. answers: keys with their
    texts. The result is the key of the answer. Escape and Enter give the first one, and so does any
    other key that `closes`.
    """

    DEFAULT_CSS = """
    Page { background: ansi_default; layout: vertical; }
    Page VerticalScroll { height: 1fr; scrollbar-size: 0 0; background: ansi_default; }
    Page Picture { background: ansi_default; }
    """

    def __init__(
        self,
        head: Draw,
        body: Draw,
        foot: Callable[[bool], Draw],
        answers: Sequence[tuple[str, str]],
        closes: str = "",
    ) -> None:
        super().__init__()
        self.head, self.body, self.foot = head, body, foot
        self.answers, self.closes = answers, closes

    def compose(self) -> ComposeResult:
        yield Picture(self.head)
        with VerticalScroll():
            yield Picture(self.body)
        yield Picture(self.foot(False), id="foot")

    def on_resize(self) -> None:
        """The foot says whether there is more than the window shows."""
        self.call_after_refresh(self.show_foot)

    def show_foot(self) -> None:
        """Draw the foot."""
        scroll = self.query_one(VerticalScroll)
        more = scroll.virtual_size.height > scroll.size.height
        self.query_one("#foot", Picture).show(self.foot(more))

    def on_key(self, event: events.Key) -> None:
        """Answer or scroll."""
        key = event.character or event.key
        known = {name for name, _text in self.answers}
        if key in known or event.key in ("escape", "enter") or key == self.closes:
            event.stop()
            self.dismiss(key if key in known else self.answers[0][0])
        elif event.key in SCROLLS:
            event.stop()
            getattr(self.query_one(VerticalScroll), SCROLLS[event.key])(animate=False)

    def on_picture_pressed(self, message: Picture.Pressed) -> None:
        """An answer was pressed."""
        message.stop()
        key = message.target.removeprefix("key ")
        if key in dict(self.answers):
            self.dismiss(key)


SCROLLS = {
    "up": "scroll_up",
    "down": "scroll_down",
    "pageup": "scroll_page_up",
    "pagedown": "scroll_page_down",
    "space": "scroll_page_down",
    "home": "scroll_home",
    "end": "scroll_end",
}
