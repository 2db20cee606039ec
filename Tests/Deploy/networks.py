"""Networks of their own, as an engine makes them: a bridge for each, on which every container has an address. All of it
is in network namespaces (network_namespaces(7)), so that nothing of this machine is touched, and every port is free."""
import contextlib
import ctypes
import ipaddress
import itertools
import os
import subprocess
import threading
import socket

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET = 0x40000000
COUNTER = itertools.count(1)


def ip(*words, netns=None):
    prefix = ["-n", netns] if netns else []
    done = subprocess.run(["ip", *prefix, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, f"ip {words}: {done.stderr}"


@contextlib.contextmanager
def inside(namespace):
    """Sockets that this thread makes meanwhile are of that namespace, and stay so (setns(2))."""
    before = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{namespace}", os.O_RDONLY)
    try:
        assert LIBC.setns(there, CLONE_NEWNET) == 0, os.strerror(ctypes.get_errno())
        yield
    finally:
        LIBC.setns(before, CLONE_NEWNET)
        os.close(there)
        os.close(before)


class Networks:
    """`outside` is the namespace of whoever is no container: it is each network's gateway, and some clients more."""

    def __init__(self, subnets):
        """Takes `{name: subnet}`; a name without a subnet gets one."""
        self._prefix = f"ng{os.getpid()}-{next(COUNTER)}-"
        self._spaces = []
        self.outside = self._space("out")
        self.subnets, self._free = {}, {}
        for number, (name, subnet) in enumerate(subnets.items(), 1):
            subnet = ipaddress.ip_network(subnet or f"10.231.{number}.0/24")
            self.subnets[name] = subnet
            # Containers that ask for no address get those from .11 on; .201 and up are clients'.
            self._free[name] = itertools.count(11)
            ip("link", "add", f"br{number}", "type", "bridge", "forward_delay", 0, netns=self.outside)
            ip("addr", "add", f"{subnet[1]}/{subnet.prefixlen}", "dev", f"br{number}", netns=self.outside)
            for client in range(201, 206):
                ip("addr", "add", f"{subnet[client]}/{subnet.prefixlen}", "dev", f"br{number}", netns=self.outside)
            ip("link", "set", f"br{number}", "up", netns=self.outside)

    def _space(self, name):
        name = self._prefix + name
        ip("netns", "add", name)
        self._spaces.append(name)
        ip("link", "set", "lo", "up", netns=name)
        return name

    def client(self, number):
        """The address of the first, second, ... client outside, on the first network."""
        return str(next(iter(self.subnets.values()))[200 + number])

    def join(self, container, wanted):
        """A namespace on the networks `{name: address or None}`, and its addresses by network."""
        space, addresses = self._space(container), {}
        for network, address in wanted.items():
            subnet, number = self.subnets[network], list(self.subnets).index(network) + 1
            address = address or str(subnet[next(self._free[network])])
            far = f"v{len(self._spaces)}-{number}"
            ip("link", "add", far, "type", "veth", "peer", "name", f"eth{number}", "netns", space, netns=self.outside)
            ip("link", "set", far, "master", f"br{number}", "up", netns=self.outside)
            ip("addr", "add", f"{address}/{subnet.prefixlen}", "dev", f"eth{number}", netns=space)
            ip("link", "set", f"eth{number}", "up", netns=space)
            addresses[network] = address
        return space, addresses

    def close(self):
        for space in reversed(self._spaces):
            subprocess.run(["ip", "netns", "del", space], capture_output=True)
        self._spaces = []


class Published:
    """A port on this machine's 127.0.0.1 that leads to one of a container, as from a client outside.

    It goes on while nothing listens there: then a connection ends at once. `cut` breaks all of this moment.
    """

    def __init__(self, networks, address, port, client=None):
        self._space, self._target = networks.outside, (address, port)
        self._source = (client, 0) if client else None
        self._pairs = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with inside(self._space):
            while True:
                try:
                    client, _ = self._listener.accept()
                except OSError:
                    return
                try:
                    server = socket.create_connection(self._target, timeout=5, source_address=self._source)
                except OSError:
                    client.close()
                    continue
                server.settimeout(None)
                for each in (client, server):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._pairs.append((client, server))
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(source, sink), daemon=True).start()

    @staticmethod
    def _pass(source, sink):
        try:
            while data := source.recv(1 << 16):
                sink.sendall(data)
        except OSError:
            pass
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def cut(self):
        pairs, self._pairs = self._pairs, []
        for each in itertools.chain(*pairs):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self):
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
