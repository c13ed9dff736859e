import { START_AND_HAND_ON } from '../python-path';

/**
 * Module that every Python reads as it starts. With jobs it becomes a process that stays up: it has the test runner
 * loaded, and for each job it forks a child which goes on as usual, with one file changed. Children of pytest begin
 * where it collects tests, with its settings and plugins read, if a first child has seen that nothing was loaded or opened
 * by then that children could not share; a plan may know from an earlier one what it saw.
 */
export const PYTHON_DRIVER = `
import os, sys

def _start():
    from os import fork, killpg, waitpid
    from time import monotonic, sleep
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != here]
    rest = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and os.path.abspath(p) != here]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    else:
        os.environ.pop("PYTHONPATH", None)
    jobs = os.environ.pop("KINTSUGI_JOBS", "")
    if not jobs:
        return
    import atexit, json, select, signal, weakref
    with open(jobs) as f:
        plan = json.load(f)
    root = plan["root"]
    changed = set(os.path.realpath(os.path.join(root, job["path"])) for job in plan["jobs"])

    def copy(source, target):
        with open(source, "rb") as f:
            data = f.read()
        with open(target, "wb") as f:
            f.write(data)

    def tell(line):
        try:
            os.write(9, (line + "\\n").encode())
        except OSError:
            pass
        with open(os.path.join(here, "verdicts"), "a") as f:
            f.write(line + "\\n")

    def say(ident, code):
        tell("kintsugi-verdict %s %s" % (ident, code))

    def note(name, value):
        tell("kintsugi-%s %s" % (name, value))

    def forked(silenced):
        """Number of a new child; 0 in the child, which is the head of a group of its own and prints nothing."""
        pid = fork()
        if pid == 0:
            os.setpgid(0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for fd in silenced:
                os.dup2(null, fd)
        return pid

    def end(kill, pid):
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            pass

    longest = [None]

    def seconds():
        """Time that a child may take: less than that of a start of Python where others have shown what the tests take."""
        known = longest[0]
        return plan["seconds"] if known is None else min(plan["seconds"], max(plan["usual"], 1 + 10 * known))

    def wait_for(pid, limit):
        """Waits until a child ends or its time is up, where the system tells."""
        try:
            fd = os.pidfd_open(pid)
        except (AttributeError, OSError):
            return
        try:
            select.select([fd], [], [], limit)
        finally:
            os.close(fd)

    def exit_code(pid):
        limit = seconds()
        start = monotonic()
        pause = 0.002
        code = None
        wait_for(pid, limit)
        while code is None:
            done, status = waitpid(pid, os.WNOHANG)
            if done:
                code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128
                longest[0] = max(longest[0] or 0, monotonic() - start)
            elif monotonic() >= start + limit:
                break
            else:
                sleep(pause)
                pause = min(pause * 1.5, 0.02)
        end(killpg, pid)
        if code is None:
            end(os.kill, pid)
            waitpid(pid, 0)
            code = 124 if limit >= plan["seconds"] else 125
        return code

    def fork_each(silenced):
        # Without what changes already loaded, which no child would load again.
        if not loaded_what_changes():
            import gc
            # What is loaded stays: neither the collector nor a copy of its pages looks at it again.
            gc.collect()
            gc.freeze()
            for job in plan["jobs"]:
                target = os.path.join(root, job["path"])
                copy(os.path.join(here, job["changed"]), target)
                pid = forked(silenced)
                if pid == 0:
                    return
                code = exit_code(pid)
                copy(os.path.join(here, job["original"]), target)
                say(job["id"], code)
        os._exit(0)

    def loaded_what_changes():
        files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        return any(os.path.realpath(file) in changed for file in files if isinstance(file, str))

    def open_ends():
        """Sockets, pipes, processes, threads and clean-ups at hand, which only one child could use."""
        found = [atexit._ncallbacks(), len(weakref.finalize._registry)]
        for task in os.listdir("/proc/self/task"):
            with open("/proc/self/task/%s/children" % task) as f:
                found.append(f.read())
        for fd in os.listdir("/proc/self/fd"):
            try:
                name = os.readlink("/proc/self/fd/" + fd)
            except OSError:
                continue
            if name.startswith(("socket:", "pipe:", "anon_inode:")):
                found.append(name)
        return sorted(map(str, found))

    def is_shared(config, before):
        """True if all that pytest has set up by now can be shared by children that each tear it down."""
        once = ("pytest_configure", "pytest_sessionstart", "pytest_sessionfinish", "pytest_unconfigure")
        for plugin in config.pluginmanager.get_plugins():
            file = getattr(plugin, "__file__", None) or ""
            if os.path.basename(file) == "conftest.py" and any(hasattr(plugin, name) for name in once):
                return False
        if config.pluginmanager.hasplugin("dsession") or config.getoption("session_timeout", None):
            return False
        return open_ends() == before and not loaded_what_changes()

    def as_plugin(at_collection):
        """Lets pytest load a plugin, which is in no setting that its own children see."""
        plugins = os.environ.get("PYTEST_PLUGINS")
        def restore(parser):
            if plugins is None:
                os.environ.pop("PYTEST_PLUGINS", None)
            else:
                os.environ["PYTEST_PLUGINS"] = plugins
        plugin = type(sys)("kintsugi_jobs", "PYTEST_DONT_REWRITE")
        plugin.pytest_addoption = restore
        plugin.pytest_collection = pytest.hookimpl(tryfirst=True)(at_collection)
        sys.modules["kintsugi_jobs"] = plugin
        os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, (plugins, "kintsugi_jobs")))

    def look(session):
        if is_shared(session.config, before):
            with open(os.path.join(here, "shared"), "w"):
                pass
        # Nothing is collected: pytest ends as it does without tests.
        return True

    def rewrite_once(config):
        # No bytecode is written, so each child would rewrite the assertions of its test files again.
        from pathlib import Path
        from _pytest.assertion import rewrite
        usual = rewrite._rewrite_test
        kept = {}
        for arg in config.args:
            path = Path(str(arg).split("::")[0])
            file = path if path.is_absolute() else config.invocation_params.dir / path
            # What is changed is another file for each child.
            if file.suffix == ".py" and file.is_file() and os.path.realpath(file) not in changed:
                kept[str(file)] = usual(file, config)
        rewrite._rewrite_test = lambda fn, config: kept.get(str(fn)) or usual(fn, config)

    def tell_nothing(ours):
        # Reports of a failure take longer than most tests.
        from _pytest import nodes
        usual = nodes.Node._repr_failure_py
        # Tests of plugins start a pytest of their own, and look at what it says.
        def failure(self, *args, **named):
            return "failed" if self.config is ours else usual(self, *args, **named)
        nodes.Node._repr_failure_py = failure
        from _pytest.junitxml import xml_key
        report = ours.stash.get(xml_key, None)
        if report is not None:
            del ours.stash[xml_key]
            ours.pluginmanager.unregister(report)

    def ends_at_once(session):
        # All is torn down by then; what Python does to free its memory takes longer than a test.
        plugin = type(sys)("kintsugi_end", "PYTEST_DONT_REWRITE")
        def end_child(config):
            os._exit(int(session.exitstatus))
        plugin.pytest_unconfigure = pytest.hookimpl(trylast=True)(end_child)
        return plugin

    def fork_here(session):
        config = session.config
        try:
            rewrite_once(config)
        except Exception:
            pass
        fork_each((9,))
        config.pluginmanager.register(ends_at_once(session), "kintsugi_end")
        try:
            tell_nothing(config)
        except Exception:
            pass
        # Only the exit code is looked at.
        config.option.maxfail = 1
        config.option.tbstyle = "no"
        capture = config.pluginmanager.getplugin("capturemanager")
        if capture is not None and capture.is_globally_capturing():
            capture.read_global_capture()

    def load(name):
        try:
            __import__(name)
        except Exception:
            pass

    def runs_pytest():
        words = getattr(sys, "orig_argv", ())
        if any(pair == ("-m", "pytest") for pair in zip(words, words[1:])):
            return True
        return any(os.path.basename(word) in ("pytest", "py.test") for word in words[:2])

    for name in ("unittest", "argparse", "dataclasses", "decimal", "datetime", "re", "typing", "collections", "enum", "functools", "itertools", "copy", "math", "string", "random", "tempfile", "pathlib"):
        load(name)
    try:
        import pytest
        from _pytest import config
        for name in config.default_plugins:
            load("_pytest." + name)
        open_ends()
        can_share = runs_pytest()
    except Exception:
        can_share = False
    note("python", os.path.dirname(sys.executable or ""))
    if can_share and plan["shared"] is None:
        pid = forked((0, 1, 2, 9))
        if pid == 0:
            before = open_ends()
            return as_plugin(look)
        exit_code(pid)
        # It ran no test, so it says nothing of the time that these take.
        longest[0] = None
        plan["shared"] = os.path.exists(os.path.join(here, "shared"))
    if can_share and plan["shared"]:
        note("shared", "yes")
        return as_plugin(fork_here)
    note("shared", "no")
    fork_each((0, 1, 2, 9))

${START_AND_HAND_ON}`;
