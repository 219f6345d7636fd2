"""`python -m pincite`."""

import sys

from pincite.cli.main import run

sys.exit(run())
