import { readFileSync } from 'node:fs';
import { createSandbox } from '../src/activities/sandbox';
import { openRealJest } from './conformance/real-jest';
import { loadFolder, LIMITS } from './conformance/sandboxed';
function cpu(pids: number[]): number {
  let t = 0;
  for (const p of pids) {
    const f = readFileSync(`/proc/${p}/stat`, 'latin1').split(') ')[1]!.split(' ');
    t += Number(f[11]) + Number(f[12]);
  }
  return t * 10;
}
async function main() {
  const folder = process.argv[2]!;
  const filter = process.argv[3] ?? '';
  const n = Number(process.argv[4] ?? 1);
  const jest = openRealJest(folder);
  const files = (await jest.listTests()).filter((f) => f.includes(filter));
  jest.close();
  const sandbox = createSandbox({ children: 1 });
  const t0 = performance.now();
  const program = await loadFolder(folder, sandbox);
  console.log(
    'load',
    Math.round(performance.now() - t0),
    'files',
    program.files.size,
    'bytes',
    [...program.files.values()].reduce((a, b) => a + b.length, 0),
  );
  for (const testFile of files)
    for (let i = 0; i < n; i++) {
      const t = performance.now();
      const c = cpu(sandbox.childPids());
      const { report } = await sandbox.run({ ...program, testFile, limits: LIMITS });
      console.log(
        String(Math.round(performance.now() - t)).padStart(6),
        'ms',
        String(cpu(sandbox.childPids()) - c).padStart(6),
        'cpu',
        report.end,
        report.tests.length,
        'sum of tests',
        Math.round(report.tests.reduce((a, x) => a + x.durationMs, 0)),
        testFile,
      );
    }
  await sandbox.close();
}
void main();
