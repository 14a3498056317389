"""Run trickplay from a checkout: python cli.py run rulesets/chouine.yaml"""

import sys

try:
    import click  # noqa: F401
    import jsonschema  # noqa: F401
    import lark  # noqa: F401
    import platformdirs  # noqa: F401
    import rich  # noqa: F401
    import yaml  # noqa: F401
except ImportError as error:
    sys.exit(
        f"trickplay needs the package {error.name}. In the folder of this file run:\n"
        "  python3 -m venv .venv && .venv/bin/pip install -e .\n"
        "and then: .venv/bin/python cli.py --help"
    )

from interpreter.cli.main import main

if __name__ == "__main__":
    main()
