"""What the pages say and how the package is made up: commands, examples, floors, files."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import Run

from interpreter.cli.main import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "interpreter"
FLOORS = ("text", "rules", "machine", "table", "study", "cli")


def blocks(kind: str, page: str = README) -> list[str]:
    """The code blocks of a kind in the README."""
    return re.findall(rf"^```{kind}\n(.*?)^```", page, re.S | re.M)


# -- README -----------------------------------------------------------------------------------


def test_the_two_commands() -> None:
    play, test = (block.strip() for block in blocks("sh"))
    assert play.endswith(".venv/bin/trickplay run chouine")
    assert test.endswith(".venv/bin/pytest")
    assert "\n" not in play + test


def test_ci_runs_the_readme_test_command() -> None:
    # .ci/run finds the command by this pattern, so it is the README's to the letter
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = r"^python3 -m venv .*pytest"
    assert f"test_command=$(grep -E '{pattern}' README.md)\n" in script
    assert 'bash -c "$test_command"\n' in script
    assert re.findall(pattern + "$", README, re.M) == [blocks("sh")[1].strip()]
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.skipif(sys.platform == "win32", reason="a command for a Unix shell")
def test_the_commands_say_what_to_install(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\necho 'No module named venv' >&2\nexit 1\n")
    python.chmod(0o755)
    for command in blocks("sh"):
        ran = subprocess.run(
            ["/bin/sh", "-c", command],
            env={"PATH": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert (ran.returncode, ran.stdout) == (1, "First: apt install python3-venv\n")


def test_the_ruleset_in_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, variant = blocks("yaml")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my-game.yaml"
    path.write_text(ruleset, encoding="utf-8")
    assert CliRunner().invoke(cli, ["validate", path.name], standalone_mode=False).return_value == 0
    ran = CliRunner().invoke(cli, ["run", f"./{path.name}", "--seed", "1"], standalone_mode=False)
    assert ran.output.endswith(" wins the match\n")
    assert ruleset.count("follows(led)]") == 1
    path.write_text(ruleset.replace("follows(led)]", "folows(led)]"), encoding="utf-8")
    ran = CliRunner().invoke(cli, ["validate", path.name], standalone_mode=False)
    assert (ran.return_value, ran.output) == (
        1,
        blocks("text")[2] + "\n1 file checked, 1 problem\n",
    )
    path.write_text(variant, encoding="utf-8")
    assert CliRunner().invoke(cli, ["validate", path.name], standalone_mode=False).return_value == 0


def test_the_commands_in_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those about a variant end well."""
    monkeypatch.chdir(tmp_path)
    Path("our-village.yaml").write_text(blocks("yaml")[1], encoding="utf-8")
    commands = [line.partition("#")[0].split()[1:] for line in blocks("text")[3].splitlines()]
    assert len(commands) == 5
    for command in commands:
        ran = CliRunner().invoke(cli, command, standalone_mode=False)
        assert (ran.exception, ran.return_value in (None, 0)) == (None, True), command


def test_the_program_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = blocks("python")
    exec(compile(program, "README.md", "exec"), {})
    assert capsys.readouterr().out == blocks("text")[4]


@pytest.mark.parametrize("lang", ["fr", "pt"])
def test_the_readme_is_the_same_in_each_language(
    lang: str, tmp_path: Path, trickplay: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same headings, figures and blocks; in these only remarks and messages are translated."""
    page = (ROOT / "docs" / f"readme.{lang}.md").read_text(encoding="utf-8")
    assert page.count("\n## ") == README.count("\n## ")
    assert re.findall(r"\| (\S+) \|$", page, re.M) == re.findall(r"\| (\S+) \|$", README, re.M)
    for kind in ("sh", "yaml", "text", "python"):
        ours, theirs = (
            [re.sub(r" *(#.*)?$", "", block, flags=re.M) for block in blocks(kind, text)]
            for text in (README, page)
        )
        differ = [a for a, b in zip(ours, theirs, strict=True) if a != b]
        assert [kind for text in differ if "folows" not in text] == []
    monkeypatch.chdir(tmp_path)
    wrong = blocks("yaml", page)[0].replace("follows(led)]", "folows(led)]")
    Path("my-game.yaml").write_text(wrong, encoding="utf-8")
    told = trickplay("validate", "my-game.yaml", "--lang", lang).out
    assert told.startswith(blocks("text", page)[2] + "\n")


def test_the_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"


# -- the package ------------------------------------------------------------------------------


def test_a_floor_imports_only_from_those_above() -> None:
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).parts
        if parts[0] not in FLOORS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                wrong += [f"{path}: {a.name}" for a in node.names if a.name.startswith("interpr")]
            if not isinstance(node, ast.ImportFrom) or node.level < len(parts):
                continue
            target = (node.module or "").split(".")[0]
            if target and FLOORS.index(target) > FLOORS.index(parts[0]):
                wrong.append(f"{path}: {target}")
    assert wrong == []


def test_no_game_in_the_package() -> None:
    words = re.compile("chouine|mariage|tierce|quinte|brisque|aluette|luette|mordienne", re.I)
    files = [p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    found = [p for p in files if words.search(p.read_bytes().decode("utf-8", "replace"))]
    assert found == []


def test_dependencies_are_few_and_have_floors() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(">=", requirement)[0] for requirement in project["dependencies"]]
    assert names == ["lark", "PyYAML", "jsonschema", "click", "rich", "platformdirs"]
    assert all(">=" in requirement for requirement in project["dependencies"])


def test_the_licence_is_whole() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text


def test_the_public_names() -> None:
    import interpreter

    for name in interpreter.__all__:
        assert getattr(interpreter, name).__name__ == name
    assert re.fullmatch(r"\d+\.\d+\.\d+", interpreter.__version__)
    with pytest.raises(AttributeError, match="module 'interpreter' has no attribute 'nothing'"):
        interpreter.nothing  # noqa: B018
