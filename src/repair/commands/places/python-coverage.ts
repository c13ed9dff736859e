import { z } from 'zod';
import type { Spectrum } from '../../search/suspects';
import { JobFolder, runScript } from '../trials/script';
import { startModuleIn, withStartModule } from '../python-path';
import type { CoverageTask } from './coverage-task';
import { PYTHON_TRACER } from './python-tracer';

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
