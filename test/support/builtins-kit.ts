import { execFileSync } from 'node:child_process';
import type { SandboxRequest } from '../../src/sandbox/types';
import { messages } from './sandbox-kit';
import type { Kit } from './sandbox-kit';

/** JavaScript that describes any value as text, the same in the sandbox and in Node. */
const DESCRIBE = `
const describeValue = (value, seen = []) => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'symbol') return String(value);
  if (typeof value === 'function') return 'function ' + value.name + '/' + value.length;
  if (seen.includes(value)) return '<circle>';
  const inner = (one) => describeValue(one, [...seen, value]);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const name = Object.getPrototypeOf(value) === null ? 'null' : String(value.constructor && value.constructor.name);
  if (value instanceof Error) {
    const rest = Object.keys(value).filter((key) => key !== 'stack').sort();
    return name + '|' + value.name + '|' + value.message + '{' + rest.map((key) => key + ': ' + inner(value[key])).join(', ') + '}';
  }
  if (value instanceof Date) return 'Date ' + value.getTime();
  if (value instanceof RegExp) return String(value);
  if (ArrayBuffer.isView(value)) return name + ' ' + Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (kind === 'ArrayBuffer') return 'ArrayBuffer ' + inner(new Uint8Array(value));
  if (kind === 'Map') return 'Map(' + [...value].map(inner).join(', ') + ')';
  if (kind === 'Set') return 'Set(' + [...value].map(inner).join(', ') + ')';
  if (Array.isArray(value)) return '[' + Array.from(value, (item, index) => (index in value ? inner(item) : 'hole')).join(', ') + ']';
  const keys = [...Object.keys(value)];
  return (name === 'Object' ? '' : name + ' ') + '{' + keys.map((key) => key + ': ' + inner(value[key])).join(', ') + '}';
};
const outcomeOf = async (run) => {
  try { return describeValue(await run()); }
  catch (error) { return 'throws ' + describeValue(error); }
};`;

/** Cases from a text: one on each line, or several with ` ¦ ` between them. */
export function lines(text: string): string[] {
  return text
    .split(/\n| ¦ /)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

interface Comparison {
  /** Code before the cases, in both. */
  prelude?: string;
  /** Expressions; each may await. */
  cases: readonly string[];
  /** Longest a case may take, ms of the run's own clock. */
  options?: Partial<SandboxRequest>;
  files?: Record<string, string>;
}

/** Values that Node gives the expressions. */
export function runInNode({ prelude = '', cases }: Comparison): string[] {
  const list = cases.map((one) => `async () => (${one})`).join(',\n');
  const script = `${DESCRIBE}
(async () => {
// Timers that do not keep Node alive are awaited, too.
const alive = setInterval(() => {}, 1000);
${prelude}
const results = [];
for (const run of [${list}]) results.push(await outcomeOf(run));
process.stdout.write(JSON.stringify(results), () => clearInterval(alive));
})();`;
  const output = execFileSync(process.execPath, ['--no-warnings', '-'], {
    input: script,
    cwd: '/',
    env: { TZ: 'UTC' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(output) as string[];
}

/** Expressions whose values in the sandbox are not those in Node: `expression: difference`. Empty when all agree. */
export async function differences(kit: Kit, comparison: Comparison): Promise<string[]> {
  const { prelude = '', cases, files = {}, options = {} } = comparison;
  const expected = runInNode(comparison);
  const list = cases.map((one) => `async () => (${one})`).join(',\n');
  const source = `${DESCRIBE}
const expected = ${JSON.stringify(expected)};
let results;
it('runs', async () => {
${prelude}
results = [];
for (const run of [${list}]) results.push(await outcomeOf(run));
}, 60000);
it('compares', () => {
  const different = expected.flatMap((want, index) => (results[index] === want ? [] : [index + ' node: ' + want.slice(0, 400) + '  sandbox: ' + String(results[index]).slice(0, 400)]));
  if (different.length > 0) throw new Error(different.slice(0, 30).join('\\n'));
});`;
  const { report } = await kit.run(
    { 'cmp.test.js': source, ...files },
    { testFile: 'cmp.test.js', ...options },
  );
  const found = messages(report.tests).flatMap((message) => message.split('\n'));
  if (report.tests.length < 2)
    found.push(`the run ended with ${report.end}: ${JSON.stringify(report.tests)}`);
  return found.map((line) => {
    const match = /^(\d+) (node: .*)$/s.exec(line);
    return match ? `${cases[Number(match[1])]}  ${match[2]}` : line;
  });
}
