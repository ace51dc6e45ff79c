"""Regenerate the tables and outputs of the documents: ``python -m tests.docs.update``."""

from tests.docs.living import FILES, ROOT, comparable, renewed


def main() -> None:
    """Rewrite the documents that differ in more than times, and print their names."""
    for file in FILES:
        text = file.read_text()
        new = renewed(text)
        if comparable(new) != comparable(text):
            file.write_text(new)
            print(f"wrote {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
