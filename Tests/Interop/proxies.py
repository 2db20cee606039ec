"""A default nginx and a default Caddy in front of a server, as ordinary processes on free ports with folders of their own."""
import os
import shutil

from processes import ROOT, Program, environment, free_port, wait_for_port
from snippets import snippets

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
CADDY = shutil.which("caddy")

# Nothing but where to listen, what to ask, and where a process that is no service may write.
NGINX_FILE = """
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream kept {{
        server {address};
        keepalive 4;
    }}
    server {{
        listen 127.0.0.1:{kept};
        location / {{
            proxy_pass http://kept;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}
    }}
    server {{
        listen 127.0.0.1:{plain};
        location / {{ proxy_pass {upstream}; }}
    }}
    server {{
        listen 127.0.0.1:{gzip};
        gzip on;
        gzip_proxied any;
        gzip_types text/event-stream application/x-ndjson;
        location / {{ proxy_pass {upstream}; }}
    }}
}}
"""

CADDY_FILE = """
{{
    admin off
    skip_install_trust
    auto_https disable_redirects
    servers {{
        protocols h1 h2
    }}
}}
http://127.0.0.1:{plain} {{
    bind 127.0.0.1
    reverse_proxy {upstream}
}}
http://127.0.0.1:{gzip} {{
    bind 127.0.0.1
    encode gzip
    reverse_proxy {upstream}
}}
http://127.0.0.1:{advised} {{
    bind 127.0.0.1
{advice}
}}
https://localhost:{tls} {{
    bind 127.0.0.1
    tls internal
    reverse_proxy {upstream}
}}
https://localhost:{tls_gzip} {{
    bind 127.0.0.1
    tls internal
    encode gzip
    reverse_proxy {upstream}
}}
"""


class Nginx(Program):
    """`plain` is proxy_pass and no more, `gzip` compresses whatever it is asked to, `kept` keeps its connections."""

    def __init__(self, folder, upstream):
        ports = {name: free_port() for name in ("plain", "gzip", "kept")}
        file = folder / "nginx.conf"
        file.write_text(NGINX_FILE.format(folder=folder, upstream=upstream, address=upstream.split("//")[1], **ports))
        super().__init__([NGINX, "-e", "stderr", "-p", folder, "-c", file, "-g", "daemon off;"], env=environment())
        self.urls = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
        _wait_for(self, ports)


class Caddy(Program):
    """The same, and both again with HTTP/2 over a certificate of Caddy's own; `advised` is what docs/consumers.md says."""

    def __init__(self, folder, upstream):
        ports = {name: free_port() for name in ("plain", "gzip", "advised", "tls", "tls_gzip")}
        advice = snippets(ROOT / "docs/consumers.md", {"caddyfile"})[0].at(upstream)
        file = folder / "Caddyfile"
        file.write_text(CADDY_FILE.format(upstream=upstream, advice=advice, **ports))
        super().__init__([CADDY, "run", "--config", file, "--adapter", "caddyfile"],
                         env=environment(HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder)))
        self.urls = {name: f"https://localhost:{port}" if "tls" in name else f"http://127.0.0.1:{port}"
                     for name, port in ports.items()}
        _wait_for(self, ports)


def _wait_for(program, ports):
    try:
        for port in ports.values():
            wait_for_port(program, port)
    except AssertionError:
        program.end()
        raise
