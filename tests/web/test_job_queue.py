"""Laws of the job queue: order, limits, and complete cleanup."""

import asyncio
from contextlib import asynccontextmanager
from functools import partial

import pytest

from upstar.errors import UnknownNameError
from upstar.position import position
from upstar.web import tree_store
from upstar.web.job_queue import BusyError, JobQueue
from upstar.web.limits import Limits
from upstar.web.page_jobs import PageJobs

ENDLESS = {"game": "domineering", "position": "10x10"}


@asynccontextmanager
async def open_queue(**limits):
    queue = JobQueue(Limits(**limits))
    try:
        yield queue
    finally:
        await queue.close()


async def until(condition, seconds=60.0):
    """Wait until a condition is true, even on a busy machine."""
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came true")


def test_a_job_reports_its_progress_and_its_result(run):
    async def scene():
        async with open_queue() as queue:
            request = {"game": "domineering", "position": "7x7", "algorithm": "pns"}
            job = queue.submit("solve", {**request, "max_seconds": 4}, "me")
            async for _ in job.changes():
                pass
            assert job.state == "done"
            assert job.result["stopped"] in (None, "seconds")
            assert job.history, "a search of seconds has points"
            assert all(point["root"]["pn"] >= 0 for point in job.history)
            nodes = [point["nodes"] for point in job.history]
            assert nodes == sorted(nodes)

    run(scene())


def test_at_most_the_allowed_jobs_run_and_the_others_wait(run):
    async def scene():
        async with open_queue(running=2) as queue:
            jobs = [queue.submit("solve", ENDLESS, f"visitor {n}") for n in range(5)]
            assert [job.state for job in jobs] == ["running"] * 2 + ["queued"] * 3
            assert [queue.place_of(job) for job in jobs] == [None, None, 1, 2, 3]
            queue.stop(jobs[0])
            await jobs[0].ended(60)
            assert jobs[0].state == "stopped"
            await until(lambda: jobs[2].state == "running")
            assert len(queue.running) == 2

    run(scene())


def test_one_visitor_cannot_take_all_slots(run):
    async def scene():
        async with open_queue(running=4, per_owner=2) as queue:
            greedy = [queue.submit("solve", ENDLESS, "greedy") for _ in range(4)]
            modest = queue.submit("solve", ENDLESS, "modest")
            assert [job.state for job in greedy] == ["running"] * 2 + ["queued"] * 2
            assert modest.state == "running"
            for _ in range(queue.limits.waiting_per_owner - len(greedy)):
                queue.submit("solve", ENDLESS, "greedy")
            with pytest.raises(BusyError):
                queue.submit("solve", ENDLESS, "greedy")

    run(scene())


def test_short_jobs_do_not_wait_for_long_ones(run):
    async def scene():
        async with open_queue(running=1) as queue:
            long = [queue.submit("solve", ENDLESS, f"visitor {n}") for n in range(3)]
            request = {"game": "clobber", "position": "3x3", "max_seconds": 1, "max_playouts": 10}
            job = await queue.submit("best-move", request, "player").ended(60)
            assert job.result["move"] in position("clobber", "3x3").moves()
            assert not long[0].is_over

    run(scene())


def test_a_job_at_its_time_limit_returns_what_it_has_proved(run):
    async def scene():
        async with open_queue(max_seconds=0.5) as queue:
            job = await queue.submit("solve", {**ENDLESS, "max_seconds": 1e6}, "me").ended(60)
            assert job.state == "done"
            assert job.result["stopped"] == "seconds"
            assert "limit of seconds" in job.result["sentence"]

    run(scene())


def test_the_time_of_a_pause_does_not_count(run):
    async def scene():
        async with open_queue() as queue:
            job = queue.submit("solve", {**ENDLESS, "max_seconds": 60}, "me")
            await until(lambda: "nodes" in job.progress)
            queue.pause(job)
            nodes, seconds = job.progress["nodes"], job.clock.seconds
            await asyncio.sleep(1.0)
            assert (job.state, job.clock.seconds) == ("paused", seconds)
            held = job.progress["nodes"]
            await asyncio.sleep(0.5)
            assert job.progress["nodes"] == held >= nodes
            queue.resume(job)
            await until(lambda: job.is_over or job.progress["nodes"] > held)
            queue.stop(job)
            await job.ended(60)
            assert job.result["outcome"] == "unknown"

    run(scene())


def test_a_worker_above_its_memory_limit_is_killed(run, monkeypatch):
    """This holds even if the search counts less than it uses: the server asks the system."""
    monkeypatch.setattr("upstar.web.job_queue._BASE_MEMORY", -1e6)

    async def scene():
        async with open_queue() as queue:
            job = await queue.submit("solve", ENDLESS, "me").ended(60)
            assert (job.state, job.fault) == ("failed", "memory")
            assert "more than 1000 MB" in job.error

    run(scene())


def test_a_job_that_cannot_start_fails_and_frees_its_slot(run, monkeypatch):
    async def scene():
        async with open_queue(running=1) as queue:

            def none_left():
                raise OSError("too many processes")

            with monkeypatch.context() as patch:
                patch.setattr(queue._pool, "take", none_left)
                jobs = [queue.submit("solve", ENDLESS, f"visitor {n}") for n in range(3)]
                await until(lambda: all(job.is_over for job in jobs))
            assert [job.state for job in jobs] == ["failed"] * 3
            assert "too many processes" in jobs[0].error
            job = queue.submit("solve", {"game": "domineering", "position": "4x4"}, "me")
            await job.ended(60)
            assert job.state == "done"

    run(scene())


def test_jobs_that_nobody_watches_are_stopped_with_what_they_proved(run):
    async def scene():
        async with open_queue(running=1, away_seconds=1.0) as queue:
            watched = queue.submit("solve", ENDLESS, "here")
            watching = asyncio.create_task(watched.ended())
            waiting = queue.submit("solve", ENDLESS, "gone")

            def is_removed():
                queue.remove_expired()
                return waiting.is_over

            await until(is_removed)
            assert (waiting.state, waiting.fault) == ("stopped", "stopped")
            assert "nobody" in waiting.error
            assert watched.state == "running"
            watching.cancel()
            await until(lambda: watched.is_over)
            assert (watched.state, watched.result["outcome"]) == ("stopped", "unknown")

    run(scene())


def test_asking_about_a_job_keeps_it(run):
    async def scene():
        async with open_queue(away_seconds=300) as queue:
            job = queue.submit("solve", ENDLESS, "me")
            for _ in range(4):
                job._watched_at -= 200  # nobody asks for 200 seconds
                assert not queue.job(job.id).is_over
                await asyncio.sleep(0.3)
                assert job.wanted_end is None

    run(scene())


def test_results_expire(run):
    async def scene():
        async with open_queue(kept_seconds=600) as queue:
            job = await queue.submit("expression", {"expression": "*"}, "me").ended(60)
            assert queue.jobs_of("me") == [job]
            job.ended_at -= 601
            assert queue.jobs_of("me") == []
            assert not job.folder.exists()
            with pytest.raises(UnknownNameError):
                queue.job(job.id)

    run(scene())


def test_the_caps_hold_for_visitors_and_for_addresses(run):
    async def scene():
        async with open_queue(waiting_per_owner=2, waiting_per_address=3, waiting=4) as queue:
            ask = partial(queue.submit, "solve", ENDLESS)
            for _ in range(2):
                ask("me", address="a")
            with pytest.raises(BusyError, match="you have 2"):
                ask("me", address="b")
            ask("another cookie", address="a")
            with pytest.raises(BusyError, match="your address") as caught:
                ask("a third cookie", address="a")
            assert 1 <= caught.value.retry_after <= 60
            ask("neighbour", address="b")
            with pytest.raises(BusyError, match="too many"):
                ask("late", address="c")

    run(scene())


def test_the_jobs_of_a_page_start_when_it_connects(run):
    async def scene():
        async with open_queue() as queue:
            pages = [PageJobs(queue, f"flood {n}", "a") for n in range(230)]
            held = [page.submit("solve", ENDLESS) for page in pages]
            assert queue.jobs == {}
            assert queue.place_of(held[0]) is None
            pages[0].connected()
            assert list(queue.jobs.values()) == [held[0]]
            assert pages[0].history() == [held[0]]
            pages[1].stop(held[1])
            pages[1].connected()
            assert held[1].state == "stopped"
            assert len(queue.jobs) == 1

    run(scene())


def test_an_address_opens_a_limited_number_of_pages():
    from upstar.web.pages import OpeningPages

    settle = []
    opening = OpeningPages(2)
    for _ in range(2):
        assert opening.rejection("a") is None
        settle.append(opening.count("a"))
    answer = opening.rejection("a")
    assert answer.status_code == 429
    assert answer.headers["retry-after"]
    assert opening.rejection("b") is None
    for _ in range(3):  # a page connects, and is deleted later
        settle[0]()
    assert opening.rejection("a") is None
    opening.count("a")
    assert opening.rejection("a") is not None


def test_closing_ends_every_worker(run):
    async def scene():
        async with open_queue() as queue:
            job = queue.submit("solve", ENDLESS, "me")
            await until(lambda: "nodes" in job.progress)
            (worker,) = queue._workers.values()
            room = queue._folder
        assert not worker.is_alive
        assert not room.exists()

    run(scene())


def test_old_results_are_deleted(run):
    async def scene():
        async with open_queue(kept=2) as queue:
            ids = []
            for number in range(4):
                job = queue.submit("expression", {"expression": str(number)}, "me")
                ids.append(job.id)
                await job.ended(60)
            queue.remove_expired()
            assert ids[0] not in queue.jobs
            assert ids[3] in queue.jobs

    run(scene())


def test_a_tree_can_be_browsed_node_by_node(run):
    async def scene():
        async with open_queue() as queue:
            request = {"game": "domineering", "position": "4x4", "algorithm": "pns"}
            job = await queue.submit("solve", {**request, "tree": True}, "me").ended(60)
            root = tree_store.tree_node(job.folder, 0)
            children = tree_store.tree_children(job.folder, 0)
            assert root.position == str(position("domineering", "4x4"))
            assert root.winner == "vertical"
            assert 0 < len(children) == root.children
            for child in children:
                after = position("domineering", root.position).play(child.move)
                assert (child.position, child.to_move) == (str(after), after.to_move)

    run(scene())


@pytest.mark.parametrize(
    ("game", "text", "to_move"),
    [("domineering", "4x4", "vertical"), ("clobber", "3x3", "white"), ("mnk", "3x3:3", "first")],
)
def test_a_proof_answers_every_move(run, game, text, to_move):
    """The strategy reaches its claim against every reply of the opponent."""

    async def scene():
        async with open_queue() as queue:
            request = {"game": game, "position": text, "to_move": to_move, "proof": True}
            job = await queue.submit("solve", request, "me").ended(60)
            assert job.result["strategy"]["complete"]
            root = position(game, text, to_move=to_move)
            for claim in job.result["strategy"]["claims"]:
                keeps(job.folder, root, claim, set())

    def keeps(folder, here, claim, seen):
        if here in seen:
            return
        seen.add(here)
        player, least = claim["player"], claim["least"]
        if here.outcome is not None:
            assert (here.score if here.to_move == player else -here.score) >= least
            return
        moves = here.moves()
        if here.to_move == player:
            moves = [tree_store.winning_move(folder, player, here)]
        for move in moves:
            keeps(folder, here.play(move), claim, seen)

    run(scene())


def test_a_proof_that_is_too_large_is_reported(run):
    async def scene():
        async with open_queue(strategy_positions=10) as queue:
            request = {"game": "domineering", "position": "5x5", "proof": True}
            job = await queue.submit("solve", request, "me").ended(60)
            assert job.result["solved"]
            assert not job.result["strategy"]["complete"]

    run(scene())
