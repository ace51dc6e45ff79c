"""``upstar solve`` with estimates and checkpoints."""

OPTIONS = ("--max-nodes", "100000", "--algorithm", "alpha-beta", "--quiet")


def test_an_estimate_has_status_0(run):
    done = run("solve", "domineering", "9x9", "--estimate", *OPTIONS)
    assert done.status == 0
    assert "nodes in total" in done.out


def test_a_search_without_estimates_says_so(run):
    done = run("solve", "hex", "8x8", "--estimate", "--max-nodes", "1000", "-a", "df-pn", "-q")
    assert done.status == 3
    assert "alpha-beta" in done.err


def test_a_checkpoint_is_written_and_a_bad_one_is_rejected(run, tmp_path):
    arguments = ("solve", "domineering", "9x9", "--checkpoint", str(tmp_path), *OPTIONS)
    assert run(*arguments).status == 3
    table = tmp_path / "table.upstar"
    assert table.is_file()
    table.write_bytes(b"not a checkpoint")
    refused = run(*arguments)
    assert refused.status == 2
    assert "not a checkpoint" in refused.err
    assert table.read_bytes() == b"not a checkpoint"
