"""The points of handicap stones."""

Point = tuple[int, int]
"""Row from the bottom and column, both from 0."""


def most_fixed(size: int) -> int:
    """Return the largest number of fixed handicap stones on a board.

    >>> [most_fixed(size) for size in (5, 7, 8, 9, 19)]
    [0, 4, 4, 9, 9]
    """
    if size < 7:
        return 0
    return 4 if size % 2 == 0 or size == 7 else 9


def fixed(size: int, stones: int) -> list[Point]:
    """Return the fixed points of a number of handicap stones.

    >>> fixed(9, 2)
    [(2, 2), (6, 6)]
    """
    near = 3 if size >= 13 else 2
    far, middle = size - 1 - near, size // 2
    corners = [(near, near), (far, far), (far, near), (near, far)]
    sides = [(middle, near), (middle, far), (near, middle), (far, middle)]
    points = [*corners, *sides][: stones if stones < 5 else stones - stones % 2]
    return [*points, (middle, middle)] if stones >= 5 and stones % 2 else points


def free(size: int, stones: int) -> list[Point]:
    """Return at most this many points of our choice: the fixed ones, or some around the centre.

    >>> free(5, 2)
    [(2, 2), (0, 2)]
    """
    most = most_fixed(size)
    if most:
        return fixed(size, min(stones, most))
    middle = (size - 1) / 2
    points = [(r, c) for r in range(size) for c in range(size) if (r + c) % 2 == 0]
    points.sort(key=lambda p: (abs(p[0] - middle) + abs(p[1] - middle), p))
    # At most half of them, so that the stones have liberties.
    return points[: min(stones, max(1, len(points) // 2))]
