"""Problems drawn for people, for programs and for annotations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..text.problem import Problem


def report(problems: Sequence[Problem], form: str, summary: str, **more: Any) -> str:
    """All problems in one of the forms text, json, github; `more` goes into the JSON data."""
    if form == "json":
        data = {"problems": [to_dict(problem) for problem in problems], **more, "summary": summary}
        return json.dumps(data, ensure_ascii=False, indent=2)
    if form == "github":
        return "\n".join([*(annotation(problem) for problem in problems), summary])
    return "\n".join([*(problem.drawn() + "\n" for problem in problems), summary])


def to_dict(problem: Problem) -> dict[str, Any]:
    """A problem as JSON data; lines and columns from 1, the end not included."""
    line, column = problem.span.source.place(problem.span.start)
    end_line, end_column = problem.span.source.place(problem.span.end)
    return {
        "file": problem.span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "severity": "warning" if problem.warning else "error",
        "kind": problem.kind,
        "message": problem.message,
        "hint": problem.hint,
    }


def annotation(problem: Problem) -> str:
    """A workflow command; what would end it, or one of its parts, is escaped."""
    data = to_dict(problem)
    text = problem.message + (f" ({problem.hint})" if problem.hint else "")
    file = _escaped(data["file"]).replace(":", "%3A").replace(",", "%2C")
    place = f"file={file},line={data['line']},col={data['column']}"
    return f"::{data['severity']} {place}::{_escaped(text)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
