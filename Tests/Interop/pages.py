"""Pages of another origin than the server's, as a site of somebody else would embed the stream."""
import http.server
import threading

# Notes whatever an EventSource is given: kinds of event, data, the id, and when.
LISTENER = """<!doctype html>
<meta charset="utf-8">
<title>listener</title>
<script>
  window.seen = [];
  const note = (event) => window.seen.push({
    type: event.type, data: event.data ?? null, id: event.lastEventId ?? null, origin: event.origin ?? null,
    state: window.source.readyState, at: Date.now() / 1000});
  window.listen = (url) => {
    window.source = new EventSource(url);
    for (const type of ["open", "error", "message", "feed", "races", "countdown", "announce", "bye", "x"])
      window.source.addEventListener(type, note);
  };
</script>
"""


def page_with(module):
    """A page that runs a module and shows what it writes to the console, line by line."""
    return f"""<!doctype html>
<meta charset="utf-8">
<body style="white-space: pre">
<script>
  console.log = (...words) => document.body.append(words.join(" ") + "\\n");
</script>
<script type="module">
{module}
</script>
"""


class Origin:
    """Serves texts by path on a free port; `put` sets one and gives its address."""

    def __init__(self):
        self.texts = {}
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                text = origin.texts.get(self.path)
                data = (text or "").encode()
                self.send_response(404 if text is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_):
                pass
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, path, text):
        self.texts[path] = text
        return self.url + path

    def close(self):
        self.server.shutdown()
        self.server.server_close()
