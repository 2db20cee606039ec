"""A plugin for pytest (`-p strict`): a test that is skipped fails, with the reason that it gave, unless it needs captured
bodies of the real feed, which are no part of the project."""
import pytest


def _fail(report):
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if "NEXTTOGO_CAPTURES" in reason:
            return report
        report.outcome, report.longrepr = "failed", f"{report.nodeid}: {reason}"
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport():
    return _fail((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report():
    return _fail((yield))
