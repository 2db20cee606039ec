"""What the sieges share. All clients are on 127.0.0.1, bounded in number and time."""
import pytest

from crowd import Witness
from processes import Server


@pytest.fixture
def besieged():
    """A server on demonstration data, and a client that must notice nothing."""
    with Server() as server:
        server.wait_for_races(5)
        with Witness(server) as witness:
            yield server
            witness.expect_no_gap()
