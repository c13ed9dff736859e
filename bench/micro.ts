import { readFileSync } from 'node:fs';
import { createSandbox } from '../src/activities/sandbox';
import { LIMITS } from './conformance/sandboxed';
async function main() {
  const sandbox = createSandbox({ children: 1 });
  const files = new Map([['m.test.js', readFileSync(process.argv[2]!, 'utf8')]]);
  const { report } = await sandbox.run({ files, testFile: 'm.test.js', limits: LIMITS });
  console.log(report.tests.filter((t) => t.status !== 'passed').map((t) => t.failure?.message));
  const a = JSON.parse(report.tests.at(-1)!.console[0]!.text) as [string, number][];
  const real = new Map(
    JSON.parse(
      readFileSync(process.argv[3]!, 'utf8')
        .split('\n')
        .find((l) => l.trim().startsWith('[["'))!,
    ) as [string, number][],
  );
  for (const [n, ms] of a)
    console.log(
      n.padEnd(24),
      String(ms).padStart(6),
      String(real.get(n)).padStart(6),
      (ms / Math.max(1, real.get(n)!)).toFixed(1),
    );
  await sandbox.close();
}
void main();
