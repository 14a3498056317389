"""Cases that were played, as JUnit XML, which build servers read.

In: the results of each ruleset. Out: one document.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .report import Tested, failure_lines
from .suite import Case

UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""what XML cannot hold"""


def junit(several: list[Tested]) -> str:
    """All of it as JUnit XML."""
    root = ElementTree.Element("testsuites", name="trickplay")
    for tested in several:
        results = tested.results
        count = len(results.passed) + len(results.failures) + len(results.todo)
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=tested.suite.ruleset,
            tests=str(count + len(results.surprises)),
            failures=str(len(results.failures)),
            errors="0",
            skipped=str(len(results.todo)),
        )
        for case in (*results.passed, *results.surprises):
            _testcase(suite, tested, case)
        for found in tested.failures:
            element = _testcase(suite, tested, found.failure.case)
            failure = ElementTree.SubElement(element, "failure", message=_xml(found.failure.came))
            failure.text = _xml("\n".join(failure_lines(found)))
        for case in results.todo:
            ElementTree.SubElement(
                _testcase(suite, tested, case), "skipped", message=_xml(case.todo)
            )
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False)


def _testcase(suite: ElementTree.Element, tested: Tested, case: Case) -> ElementTree.Element:
    line, _column = case.span.source.place(case.span.start)
    return ElementTree.SubElement(
        suite,
        "testcase",
        classname=tested.suite.ruleset,
        name=_xml(case.title),
        file=case.span.source.name,
        line=str(line),
    )


def _xml(text: str) -> str:
    return UNPRINTABLE.sub(" ", text)
