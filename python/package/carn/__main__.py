"""The command: `carn`, or `python -m carn`."""

import signal
import sys

from . import _carn


def main() -> None:
    """Run the command with the arguments of the process."""
    # Python only notes an interrupt until its own code runs again.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_carn.run_command([sys.executable, "-m", "carn"], ["carn", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
