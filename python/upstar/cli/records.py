"""``upstar records``: results with their certificates."""

from upstar.cli.common import SOLVED, print_json
from upstar.cli.options import Json


def records_command(json: Json = False) -> int:
    """List the results that docs/results explains, with how each is certified.

    Exit status: 0.
    """
    import upstar

    records = upstar.known_records()
    if json:
        print_json([record.to_json() for record in records])
        return SOLVED
    for record in records:
        kind = "new as far as we know" if record.is_new else f"known: {record.source}"
        print(f"{record.statement} ({kind})")
        print(f"  again         {record.command}")
        print(f"  certificate   {record.certificate or 'none'}")
        print(f"  second check  {record.second_check}")
    return SOLVED
