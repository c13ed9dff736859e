/**
 * Module that every Python reads as it starts. With jobs it becomes a process that stays up: it has the test runner
 * loaded, and for each job it forks a child which goes on to start as usual, with one file changed.
 */
export const PYTHON_DRIVER = `
import os, sys

def _kintsugi():
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
    import json, time, signal
    for name in ("unittest", "argparse", "dataclasses", "decimal", "datetime", "re", "typing", "collections", "enum", "functools", "itertools", "copy", "math", "string", "random", "tempfile", "pathlib"):
        try:
            __import__(name)
        except Exception:
            pass
    try:
        import pytest
        from _pytest import config
        for name in config.default_plugins:
            __import__("_pytest." + name)
    except Exception:
        pass
    with open(jobs) as f:
        plan = json.load(f)
    def copy(source, target):
        with open(source, "rb") as f:
            data = f.read()
        with open(target, "wb") as f:
            f.write(data)
    root = plan["root"]
    def say(ident, code):
        try:
            os.write(9, ("kintsugi-verdict %s %s\\n" % (ident, code)).encode())
        except OSError:
            pass
        with open(os.path.join(here, "verdicts"), "a") as f:
            f.write("kintsugi-verdict %s %s\\n" % (ident, code))
    for job in plan["jobs"]:
        copy(os.path.join(here, job["changed"]), os.path.join(root, job["path"]))
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2, 9):
                os.dup2(null, fd)
            return
        end = time.monotonic() + plan["seconds"]
        code = 124
        pause = 0.002
        while time.monotonic() < end:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128
                break
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        else:
            done = 0
        try:
            os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass
        if not done:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
            os.waitpid(pid, 0)
        copy(os.path.join(here, job["original"]), os.path.join(root, job["path"]))
        say(job["id"], code)
    os._exit(0)

_kintsugi()
del _kintsugi
sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize
except ImportError:
    pass
`;
