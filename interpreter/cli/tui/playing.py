"""The table itself: turns, keys, mouse and clock for a Sitting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer
from textual.widgets import Input

from ...table.errors import IllegalAction
from ...table.hint import hint
from ...table.notation import folded
from ...table.spelling import action_text
from ...text.messages import _
from ..person import HELP, LAST, WHY
from . import hand, reading, texts
from .cursor import Cursor
from .widgets import Picture
from .window import Window

if TYPE_CHECKING:
    from ...table.action import Action
    from .cards import Look
    from .sitting import Sitting

PACES = (2.5, 1.2, 0.6, 0.25, 0.0)
"""seconds before somebody else acts, by speed"""
AGAIN, OVER, STOPPED = "again", "over", "stopped"


class Table(Window):
    """The window with a match in it. Its result says how it ended: again, over or stopped."""

    def __init__(self, sitting: Sitting, look: Look, pace: int, again: bool) -> None:
        super().__init__(sitting, look)
        self.pace, self.again = pace, again
        self.timer: Timer | None = None
        self.then: Callable[[str], None] | None = None
        """what follows the answer to the question that is open"""
        self.commands = {key: name for name, (key, _text) in texts.commands().items()}

    def on_mount(self) -> None:
        """Begin, or go on with a match that was begun before."""
        self.sitting.news()
        self.next_turn()

    # -- the match -------------------------------------------------------------------------------

    def go_on(self) -> None:
        """After a change: tell it, show the sheet of a deal that has ended, pass the turn."""
        news = self.sitting.news()
        ended = [event for event in news if event.kind == "closed"]
        if ended:
            reading.show_deal(self, ended[0])
        else:
            self.next_turn(any(event.kind in ("taken", "spoiled") for event in news))

    def next_turn(self, trick_ended: bool = False) -> None:
        """The person is asked, or the others act after a while."""
        self.view, turn = self.sitting.view, self.sitting.turn
        if turn is None:
            reading.show_end(self)
            return
        number, view = hand.numbers(self.view), self.view
        legal = tuple(i for i, code in enumerate(view.hand) if code in number)
        self.cursor = Cursor(len(view.hand), len(hand.calls(view)), legal)
        if turn == self.sitting.me:
            self.say(texts.asked(self.sitting, self.board))
        else:
            self.say(texts.waiting(self.board))
            self.wait(PACES[self.pace] * (2 if trick_ended else 1))

    def wait(self, seconds: float) -> None:
        """Let the others act after that time."""
        if seconds:
            self.timer = self.set_timer(seconds, self.others)
        else:
            self.call_later(self.others)

    def others(self) -> None:
        """One of the others acts, unless the person is reading something."""
        self.timer = None
        free = self.app.screen is self and self.then is None
        if free and self.sitting.turn not in (None, self.sitting.me):
            self.sitting.others_act()
            self.go_on()

    def act(self, action: Action) -> None:
        """The person does something."""
        try:
            self.sitting.act(action)
        except IllegalAction as error:
            self.say(str(error), warning=True)
            self.app.bell()
        else:
            self.go_on()

    # -- keys and mouse --------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A key that nothing else has taken."""
        event.stop()
        event.prevent_default()
        character = event.character or ""
        if self.typing:
            self.typing_key(event.key, character if event.is_printable else "")
        elif self.then is not None:
            self.question_key(event.key, character)
        elif character in self.commands:
            self.command(self.commands[character])
        elif character in ("+", "-"):
            self.change_pace(1 if character == "+" else -1)
        elif self.sitting.turn != self.sitting.me:
            self.hurry()
        elif event.key in MOVES:
            self.move(MOVES[event.key](self.cursor))
        elif event.key in ("enter", "space"):
            self.choose()
        elif event.is_printable:
            self.begin_typing("" if character in "/:" else character)

    def typing_key(self, key: str, character: str) -> None:
        """Escape; and keys that were on their way here when the line was opened."""
        if key == "escape":
            self.end_typing()
        elif key == "enter":
            self.submit(self.query_one("#typed", Input).value)
        elif character:
            self.query_one("#typed", Input).insert_text_at_cursor(character)

    def question_key(self, key: str, character: str) -> None:
        """A key while a question is open."""
        if character in dict(self.answers) or key in ("escape", "enter"):
            self.answered(character)

    def hurry(self) -> None:
        """End a pause."""
        if self.timer is not None:
            self.timer.stop()
            self.others()

    def change_pace(self, by: int) -> None:
        """The others play faster or slower."""
        self.pace = max(0, min(len(PACES) - 1, self.pace + by))
        self.say(texts.paced(self.pace + 1, len(PACES)))

    def move(self, cursor: Cursor) -> None:
        """Put the cursor there and say what it is on."""
        self.cursor = cursor
        if cursor.card is not None:
            code = self.view.hand[cursor.card]
            refusal = self.sitting.refusal(self.text_of(code))
            self.say(texts.about_card(self.board, code, refusal), warning=bool(refusal))
        elif cursor.call is not None:
            action = hand.calls(self.view)[cursor.call]
            points = dict(self.view.worth).get(str(action), 0)
            self.say(action_text(self.sitting.game, action, points))

    def text_of(self, code: str) -> str:
        """What choosing a card of the hand means."""
        return f"discard {code}" if self.view.aside else f"play {code}"

    def choose(self) -> None:
        """Do what is under the cursor."""
        if self.cursor.card is not None:
            code = self.view.hand[self.cursor.card]
            refusal = self.sitting.refusal(self.text_of(code))
            action = self.sitting.game.action(self.text_of(code))
            if refusal or action is None:
                self.say(refusal, warning=True)
                self.app.bell()
            else:
                self.act(action)
        elif self.cursor.call is not None:
            self.act(hand.calls(self.view)[self.cursor.call])
        else:
            self.say(texts.asked(self.sitting, self.board))

    def on_picture_pressed(self, message: Picture.Pressed) -> None:
        """A card or a call was pressed, or a key of the last line. A card is chosen first, and
        played when it is pressed again."""
        kind, _space, what = message.target.partition(" ")
        if self.then is not None:
            self.answered(what)
        elif kind == "key":
            self.command(self.commands[what])
        elif self.sitting.turn == self.sitting.me:
            place = int(what)
            if place >= self.cursor.cards or place == self.cursor.place:
                self.cursor = self.cursor.at(place)
                self.choose()
            else:
                self.move(self.cursor.at(place))

    def on_click(self) -> None:
        """A press anywhere ends a pause."""
        if self.then is None and self.sitting.turn != self.sitting.me:
            self.hurry()

    # -- typing ----------------------------------------------------------------------------------

    def begin_typing(self, text: str) -> None:
        """Open the line to type in."""
        typed = self.query_one("#typed", Input)
        typed.value = text
        self.open_typing(True)
        typed.cursor_position = len(text)
        self.set_focus(typed)
        self.say(texts.typing())

    def end_typing(self) -> None:
        """Close it."""
        typed = self.query_one("#typed", Input)
        typed.value = ""
        self.open_typing(False)
        self.set_focus(None)
        self.say(texts.asked(self.sitting, self.board))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """A line was typed."""
        message.stop()
        self.submit(message.value)

    def submit(self, text: str) -> None:
        """Do what was typed, or say why not."""
        self.end_typing()
        plain = folded(text)
        if plain in HELP or plain in LAST:
            self.command("aid" if plain in HELP else "last")
            return
        if asked := WHY.fullmatch(plain):
            reading.show_why(self, asked[1] or "")
            return
        try:
            action, answer = self.sitting.understood(text)
        except EOFError:
            self.dismiss(STOPPED)
            return
        if action is not None:
            self.act(action)
        elif answer:
            self.say(answer, warning=True)

    # -- questions and pages ---------------------------------------------------------------------

    def command(self, name: str) -> None:
        """Do what a key of the last line says."""
        if name == "hint":
            self.hint()
        elif name == "quit":
            answers = [texts.answer(_("n no")), texts.answer(_("y yes"))]
            self.ask(_("Stop playing?"), answers, lambda key: self.stop(key == answers[1][0]))
        else:
            reading.PAGES[name](self)

    def stop(self, sure: bool) -> None:
        """Leave, if the person is sure."""
        if sure:
            self.dismiss(STOPPED)
        else:
            self.resume()

    def leave(self, again: bool) -> None:
        """Leave after the end."""
        self.dismiss(AGAIN if again else OVER)

    def ask(self, text: str, answers: Sequence[texts.Answer], then: Callable[[str], None]) -> None:
        """Ask below the hand; Escape and Enter give the first answer. The others wait."""
        self.answers, self.then = answers, then
        self.say(text)

    def answered(self, key: str) -> None:
        """An answer to the question that is open."""
        answers, then, self.answers, self.then = self.answers, self.then, (), None
        if then is not None:
            then(key if key in dict(answers) else answers[0][0])

    def hint(self) -> None:
        """Put the cursor on what the best player would do, and say why."""
        if self.sitting.turn != self.sitting.me:
            return
        found = hint(self.sitting.game, self.view)
        if found.action.card:
            place = self.view.hand.index(found.action.card)
        else:
            place = len(self.view.hand) + hand.calls(self.view).index(found.action)
        self.cursor = self.cursor.at(place)
        self.say(texts.hinted(self.board, found))

    def resume(self) -> None:
        """After a page or a question: go on where the others were to act."""
        turn, me = self.sitting.turn, self.sitting.me
        self.say(texts.asked(self.sitting, self.board) if turn == me else texts.waiting(self.board))
        if self.timer is None and turn not in (None, me):
            self.wait(PACES[self.pace])


MOVES: dict[str, Callable[[Cursor], Cursor]] = {
    "left": lambda cursor: cursor.along(-1),
    "right": lambda cursor: cursor.along(1),
    "up": Cursor.up,
    "down": Cursor.down,
    "tab": Cursor.down,
    "shift+tab": Cursor.up,
}
