import { z } from 'zod';
import type { Spectrum } from '../../search/suspects';
import { JobFolder, runScript } from '../trials/script';
import { startModuleIn, withStartModule } from '../python-path';
import type { CoverageTask } from './coverage';

/** Module that every Python reads as it starts: it writes which lines of the project each test runs. */
const PYTHON_TRACER = `
import os, sys

def _kintsugi():
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.environ.get("KINTSUGI_TRACE")
    if not root:
        return
    import atexit, json, threading
    root = os.path.realpath(root) + os.sep
    tests = {}
    current = [None]
    def local(frame, event, arg):
        if event == "line" and current[0] is not None:
            current[0].setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return local
    def trace(frame, event, arg):
        name = frame.f_code.co_filename
        if current[0] is None or not name.startswith(root) or "site-packages" in name:
            return None
        current[0].setdefault(name, set()).add(frame.f_lineno)
        return local
    def begin(name):
        current[0] = tests.setdefault(name, {})
        sys.settrace(trace)
    def end():
        sys.settrace(None)
        current[0] = None
    def monitor():
        seen = sys.monitoring
        tool = 4
        seen.use_tool_id(tool, "kintsugi")
        def line(code, number):
            name = code.co_filename
            if not name.startswith(root) or "site-packages" in name:
                return seen.DISABLE
            if current[0] is not None:
                current[0].setdefault(name, set()).add(number)
            return seen.DISABLE
        seen.register_callback(tool, seen.events.LINE, line)
        def start(name):
            current[0] = tests.setdefault(name, {})
            seen.restart_events()
            seen.set_events(tool, seen.events.LINE)
        def stop():
            seen.set_events(tool, 0)
            current[0] = None
        return start, stop
    if hasattr(sys, "monitoring"):
        try:
            begin, end = monitor()
        except Exception:
            pass
    import unittest.case
    run = unittest.case.TestCase.run
    def traced(self, result=None):
        if current[0] is not None:
            return run(self, result)
        begin(self._testMethodName)
        try:
            return run(self, result)
        finally:
            end()
    unittest.case.TestCase.run = traced
    class Plugin:
        pass
    try:
        import pytest
        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_call(item):
            begin(item.name)
            try:
                yield
            finally:
                end()
        Plugin.pytest_runtest_call = staticmethod(pytest_runtest_call)
        import types
        module = types.ModuleType("kintsugi_tracer")
        module.pytest_runtest_call = pytest_runtest_call
        sys.modules["kintsugi_tracer"] = module
        os.environ["PYTEST_PLUGINS"] = ",".join(p for p in ["kintsugi_tracer", os.environ.get("PYTEST_PLUGINS", "")] if p)
    except Exception:
        pass
    def write():
        end()
        if not tests:
            return
        try:
            with open(os.path.join(here, "failing")) as f:
                wanted = set(json.load(f))
        except Exception:
            wanted = set()
        parts = {}
        room = 50000
        for name in sorted(tests, key=lambda n: n not in wanted):
            lines = {f[len(root):]: sorted(l) for f, l in tests[name].items() if f.startswith(root)}
            room -= len(json.dumps(lines)) + len(name)
            if room < 0:
                break
            parts[name] = lines
        text = json.dumps(parts)
        with open(os.path.join(here, "traced"), "w") as f:
            f.write(text)
    atexit.register(write)
    os.environ.pop("KINTSUGI_TRACE", None)

_kintsugi()
del _kintsugi
`;

const Traced = z.record(z.string(), z.record(z.string(), z.array(z.number())));
const MOST_CHARS = 60_000;

/** Lines that each test runs, by Python's own tracing. */
export async function pythonCoverage(task: CoverageTask): Promise<readonly Spectrum[] | undefined> {
  const { bench, all, failing, passing, timeoutMs, signal, isMutable } = task;
  const folder = await JobFolder.make(bench);
  await folder.write('sitecustomize.py', PYTHON_TRACER);
  await folder.write('check', withStartModule(all));
  await folder.write('failing', JSON.stringify(failing.map(({ path }) => path.at(-1))));
  const lines = [
    `export KINTSUGI_TRACE="$PWD"; ${startModuleIn(folder.word)}`,
    `sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
    `head -c ${MOST_CHARS} ${folder.file('traced')}`,
  ];
  const { stdout } = await runScript(bench, folder, lines, { timeoutMs, signal });
  const traced = Traced.safeParse(parsed(stdout));
  if (!traced.success) return undefined;
  const failed = new Set(failing.map(({ path }) => path.at(-1)));
  const passed = new Set(passing.map(({ path }) => path.at(-1)));
  return Object.entries(traced.data).flatMap(([name, files]): Spectrum[] => {
    if (!failed.has(name) && !passed.has(name)) return [];
    const own = Object.entries(files).filter(([path]) => isMutable(path));
    return [{ failed: failed.has(name), lines: new Map(own) }];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
