"""Runs Home Assistant on a folder, with its own Python: writes its states as a line of JSON each second, and what it has
notified people of, until it is ended."""
import asyncio
import json
import sys

from homeassistant import bootstrap, runner


async def main(folder):
    home = await bootstrap.async_setup_hass(runner.RuntimeConfig(config_dir=folder, log_no_color=True))
    await home.async_start()
    while True:
        states = {state.entity_id: {"state": state.state, **state.attributes} for state in home.states.async_all()}
        notices = [each["message"] for each in home.data.get("persistent_notification", {}).values()]
        print(json.dumps({"states": states, "notices": notices}, default=str), flush=True)
        await asyncio.sleep(1)


asyncio.run(main(sys.argv[1]))
