"""Pages that are closed leave nothing behind that needs a garbage collection."""

import subprocess
import sys

CODE = """
import asyncio, gc, httpx
from nicegui import Client
from upstar.web import garbage
from upstar.web.app import make_app
from upstar.web.job_queue import JobQueue

garbage._RELEASE_AFTER = 0.01
app = make_app(JobQueue(), pages=True)
VIEWS = ("board", "solve", "tree", "value", "reports")

async def main():
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        async def visit():
            for view in VIEWS:
                assert (await http.get(f"/?game=hex&view={view}")).status_code == 200
            count = len(gc.get_objects())
            for client in [c for c in Client.instances.values() if c.elements]:
                client.delete()
            await asyncio.sleep(0.5)
            return count

        await visit()  # loads what is loaded once
        gc.collect()
        gc.disable()
        before = len(gc.get_objects())
        during = await visit()
        after = len(gc.get_objects())
        print(during - before, after - before)

asyncio.run(main())
"""


def test_a_closed_page_needs_no_collection():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    during, after = map(int, done.stdout.split())
    assert during > 20_000, "five pages have fewer objects than expected"
    assert after < during / 10


def test_only_new_objects_are_collected_regularly():
    code = (
        "import gc, asyncio; from upstar.web import garbage as g; g._EVERY = 0.01;"
        "g.postpone_full_collections(); old = [[] for _ in range(100_000)];\n"
        "async def main():\n"
        "    task = asyncio.create_task(g.collect_regularly()); await asyncio.sleep(0.5)\n"
        "    print(len(gc.get_objects()) < 50_000)\n"
        "asyncio.run(main())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
