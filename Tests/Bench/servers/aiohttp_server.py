"""What one writes with aiohttp: one frame a second to every response.

    aiohttp_server.py BYTES    each frame is an event of that many bytes; the port is free and told on stderr
"""
import asyncio
import resource
import socket
import sys
import time

from aiohttp import web

readers = set()


async def events(request):
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
    response.enable_chunked_encoding()
    await response.prepare(request)
    readers.add(response)
    try:
        await asyncio.Event().wait()
    finally:
        readers.discard(response)


def frame(second, size):
    start = f'event: countdown\ndata: {{"now":{second},"pad":"'
    return (start + "x" * (size - len(start) - 4) + '"}\n\n').encode()


async def tick(size):
    while True:
        now = time.time()
        second = int(now) + 1
        await asyncio.sleep(second - now)
        while time.time() < second:
            await asyncio.sleep(0)
        event = frame(second, size)
        for reader in list(readers):
            try:
                await reader.write(event)
            except ConnectionError:
                readers.discard(reader)


async def main(size):
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    application = web.Application()
    application.router.add_get("/events", events)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    await web.SockSite(runner, listener, backlog=4096).start()
    print(f"listening on http://127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
    await tick(size)


asyncio.run(main(int(sys.argv[1])))
