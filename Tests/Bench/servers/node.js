// What one writes by hand with Node's own HTTP server: one frame a second to every response.
//
//   node node.js BYTES    each frame is an event of that many bytes; the port is free and told on stderr
"use strict";
const http = require("http");

const bytes = Number(process.argv[2]);
const readers = new Set();

const server = http.createServer((request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" });
    response.flushHeaders();
    readers.add(response);
    request.on("close", () => readers.delete(response));
});

function frame(second) {
    const start = `event: countdown\ndata: {"now":${second},"pad":"`;
    return Buffer.from(start + "x".repeat(bytes - start.length - 4) + '"}\n\n');
}

let last = Math.floor(Date.now() / 1000);
function tick() {
    const second = Math.floor(Date.now() / 1000);
    if (second > last) {
        last = second;
        const event = frame(second);
        for (const reader of readers) reader.write(event);
    }
    setTimeout(tick, 1000 - (Date.now() % 1000));
}

server.requestTimeout = 0;
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () => {
    console.error(`listening on http://127.0.0.1:${server.address().port}`);
    tick();
});
