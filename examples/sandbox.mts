// Runs untrusted tests and one function, without the rest of the service: node examples/sandbox.mts
import { createSandbox, SandboxLimits } from '../dist/sandbox/index.js';

const files = new Map([
  ['sum.ts', 'export const sum = (a: number, b: number): number => a + b;'],
  ['sum.test.ts', `import { sum } from './sum'; test('adds', () => { expect(sum(1, 2)).toBe(3); });`],
]);
const limits = SandboxLimits.parse({});
const sandbox = createSandbox({ children: 1 });
const { report } = await sandbox.run({ files, testFile: 'sum.test.ts', limits });
for (const { path, status } of report.tests) console.log(`${path.join(' > ')}: ${status}`);
const called = await sandbox.runFunction({ files, module: 'sum.ts', name: 'sum', args: [1, 2], limits });
console.log(called.ok ? called.value : called.failure.message);
await sandbox.close();
