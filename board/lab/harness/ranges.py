"""A web server of this machine that sends parts of files, by HTTP or HTTPS."""
import contextlib
import functools
import http.server
import os
import re
import ssl
import threading


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Serves parts of files, as every web server does but Python's."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.translate_path(self.path)
        if not os.path.isfile(path):
            return self.send_error(404)
        size = os.path.getsize(path)
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first, last = (int(found[1]), int(found[2] or size - 1)) if found else (0, size - 1)
        self.send_response(206 if found else 200)
        self.send_header("Content-Length", str(last + 1 - first))
        if found:
            self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.end_headers()
        with open(path, "rb") as file, contextlib.suppress(OSError):
            file.seek(first)
            self.wfile.write(file.read(last + 1 - first))

    def log_message(self, format, *args):
        pass


@contextlib.contextmanager
def served(folder, certificate=None):
    """The port at which the files of a folder are served; `certificate` is a file with the certificate and its key."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranges, directory=folder))
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
