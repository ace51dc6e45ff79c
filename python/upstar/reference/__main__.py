"""``python -m upstar.reference FILE``: check certificates without the core."""

import sys

from upstar.reference.verify import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
