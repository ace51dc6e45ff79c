"""``upstar solve`` with estimates and checkpoints."""

OPTIONS = ("--max-nodes", "100000", "--algorithm", "alpha-beta", "--quiet")


def test_an_estimate_is_an_answer(run):
    done = run("solve", "domineering", "9x9", "--estimate", *OPTIONS)
    assert done.status == 0
    assert "nodes in all" in done.out


def test_who_cannot_estimate_says_so(run):
    done = run("solve", "hex", "8x8", "--estimate", "--max-nodes", "1000", "-a", "df-pn", "-q")
    assert done.status == 3
    assert "alpha-beta" in done.err


def test_a_checkpoint_is_written_and_a_bad_one_refused(run, tmp_path):
    arguments = ("solve", "domineering", "9x9", "--checkpoint", str(tmp_path), *OPTIONS)
    assert run(*arguments).status == 3
    table = tmp_path / "table.upstar"
    assert table.is_file()
    table.write_bytes(b"not a checkpoint")
    refused = run(*arguments)
    assert refused.status == 2
    assert "no checkpoint" in refused.err
    assert table.read_bytes() == b"not a checkpoint"
