import { createSandbox } from '../src/activities/sandbox';
import { openRealJest } from './conformance/real-jest';
import { loadFolder, LIMITS } from './conformance/sandboxed';
import { runOnce } from './sandbox/single';
async function main() {
  const [folder, children] = [process.argv[2]!, Number(process.argv[3] ?? 2)];
  const jest = openRealJest(folder, { cached: true });
  const files = (await jest.listTests()).slice(0, Number(process.argv[4] ?? 9));
  await jest.run(files);
  const a = performance.now(); await jest.run(files); console.log('jest', Math.round(performance.now() - a));
  jest.close();
  const sandbox = createSandbox({ children });
  await Promise.all([runOnce(sandbox), runOnce(sandbox)]);
  const b = performance.now();
  const program = await loadFolder(folder, sandbox);
  console.log('load', Math.round(performance.now() - b));
  for (let round = 0; round < 3; round++) {
    const texts = new Map(program.files);
    const source = [...texts.keys()].find((f) => /src\/.*\.[jt]s$/.test(f)) ?? [...texts.keys()].find((f) => /\.[jt]s$/.test(f))!;
    texts.set(source, texts.get(source) + '\n// ' + round + '\n');
    const c = performance.now();
    const lines = await Promise.all(files.map(async (testFile) => {
      const { report } = await sandbox.run({ ...program, files: texts, testFile, limits: LIMITS });
      return `${report.tests.find((t) => t.path.length === 0)?.failure?.message ?? ''} ${testFile} ${Math.round(report.durationMs)} ms ${report.tests.length}`;
    }));
    console.log('round', round, Math.round(performance.now() - c));
    if (process.argv[5]) console.log(lines.join('\n'));
  }
  await sandbox.close();
}
void main();
