/**
 * Module that every Python reads as it starts. With jobs it becomes a process that stays up: it has the test runner
 * loaded, and for each job it forks a child which goes on as usual, with one file changed. Children of pytest begin
 * where it collects tests, with its settings and plugins read, unless files that change were loaded by then.
 */
export const PYTHON_DRIVER = `
import os, sys

def _start():
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.environ.get("PYTHONPATH", "")
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != here]
    rest = [p for p in path.split(os.pathsep) if p and os.path.abspath(p) != here]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    else:
        os.environ.pop("PYTHONPATH", None)
    jobs = os.environ.pop("KINTSUGI_JOBS", "")
    begun = os.environ.pop("KINTSUGI_BEGUN", "")
    if not jobs:
        return
    import json, signal, threading, time
    with open(jobs) as f:
        plan = json.load(f)
    root = plan["root"]

    def copy(source, target):
        with open(source, "rb") as f:
            data = f.read()
        with open(target, "wb") as f:
            f.write(data)

    def say(ident, code):
        try:
            os.write(9, ("kintsugi-verdict %s %s\\n" % (ident, code)).encode())
        except OSError:
            pass
        with open(os.path.join(here, "verdicts"), "a") as f:
            f.write("kintsugi-verdict %s %s\\n" % (ident, code))

    def ended(pid):
        end = time.monotonic() + plan["seconds"]
        pause = 0.002
        while time.monotonic() < end:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        return None

    def fork_each(hushed):
        # What is loaded stays: neither the collector nor a copy of its pages looks at it again.
        import gc
        gc.collect()
        gc.freeze()
        for job in plan["jobs"]:
            target = os.path.join(root, job["path"])
            copy(os.path.join(here, job["changed"]), target)
            pid = os.fork()
            if pid == 0:
                os.setpgid(0, 0)
                null = os.open(os.devnull, os.O_RDWR)
                for fd in hushed:
                    os.dup2(null, fd)
                return
            code = ended(pid)
            try:
                os.killpg(pid, signal.SIGKILL)
            except OSError:
                pass
            if code is None:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
                os.waitpid(pid, 0)
            copy(os.path.join(here, job["original"]), target)
            say(job["id"], 124 if code is None else code)
        os._exit(0)

    def loaded_what_changes():
        changed = set(os.path.realpath(os.path.join(root, job["path"])) for job in plan["jobs"])
        files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        return any(os.path.realpath(file) in changed for file in files if isinstance(file, str))

    folder = os.getcwd()
    plugins = os.environ.get("PYTEST_PLUGINS")

    def begin_again(words):
        os.environ.update(KINTSUGI_JOBS=jobs, KINTSUGI_BEGUN="1", PYTHONPATH=path)
        os.chdir(folder)
        os.execv(sys.executable, words)

    def at_collection(session):
        if plugins is None:
            os.environ.pop("PYTEST_PLUGINS", None)
        else:
            os.environ["PYTEST_PLUGINS"] = plugins
        config = session.config
        # Helpers of pytest-xdist and other threads do not live on in a child.
        if config.pluginmanager.hasplugin("dsession") or threading.active_count() > 1 or loaded_what_changes():
            begin_again(sys.orig_argv)
        fork_each((9,))
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

    for name in ("unittest", "argparse", "dataclasses", "decimal", "datetime", "re", "typing", "collections", "enum", "functools", "itertools", "copy", "math", "string", "random", "tempfile", "pathlib"):
        load(name)
    try:
        import pytest
        from _pytest import config
        for name in config.default_plugins:
            load("_pytest." + name)
        words = [os.path.basename(word) for word in getattr(sys, "orig_argv", ())]
        if not begun and ("pytest" in words or "py.test" in words):
            plugin = type(sys)("kintsugi_jobs", "PYTEST_DONT_REWRITE")
            plugin.pytest_collection = pytest.hookimpl(tryfirst=True)(at_collection)
            sys.modules["kintsugi_jobs"] = plugin
            os.environ["PYTEST_PLUGINS"] = ",".join(filter(None, (plugins, "kintsugi_jobs")))
            return
    except Exception:
        pass
    fork_each((0, 1, 2, 9))

_start()
del _start
sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize
except ImportError:
    pass
`;
