import { isForeign, projectPath } from '../../domain/verification/analysis';
import type { ReadReport, ReadTest } from './read-test';

const HEAD = /^(\w{1,200}) \(([\w.]{1,300})\)(.*)$/;
const END = /(?:^|\.\.\. )(ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: .*)?$/;
const BLOCK = /^(?:FAIL|ERROR): (\w{1,200}) \(([\w.]{1,300})\)/;
const STATUS: Record<string, ReadTest['status']> = {
  ok: 'passed',
  skipped: 'skipped',
  'expected failure': 'passed',
};

/** Tests by what `python3 -m unittest -v` prints: the standard library writes no other report. */
export function readUnittest(text: string): ReadReport | undefined {
  const lines = text.split('\n');
  const rule = lines.findIndex((line) => /^={60,}$/.test(line));
  const blocks = blocksIn(lines.slice(Math.max(0, rule)));
  const tests: ReadTest[] = [];
  let head: { name: string; place: string } | undefined;
  for (const line of lines.slice(0, rule < 0 ? undefined : rule)) {
    const [, name, place, rest = ''] = HEAD.exec(line) ?? [];
    if (name !== undefined && place !== undefined) head = { name, place };
    const end = END.exec(name === undefined ? line : rest)?.[1];
    if (!head || end === undefined) continue;
    tests.push(testOf(head, STATUS[end] ?? 'failed', blocks.get(`${head.name} ${head.place}`)));
    head = undefined;
  }
  // A test of which prints hid the end, and a module that did not load, stand among the failures alone.
  const known = new Set(tests.map(({ path }) => path.join('.')));
  for (const [key, said] of blocks) {
    const [name = '', place = ''] = key.split(' ');
    const test = testOf({ name, place }, 'failed', said);
    if (!known.has(test.path.join('.'))) tests.push(test);
  }
  return /^Ran \d+ tests? in /m.test(text) ? { tests } : undefined;
}

function blocksIn(lines: readonly string[]): Map<string, string> {
  const blocks = new Map<string, string>();
  let key: string | undefined;
  for (const line of lines) {
    const [, name, place] = BLOCK.exec(line) ?? [];
    if (name !== undefined) key = `${name} ${place}`;
    else if (/^={60,}$/.test(line) || /^Ran \d/.test(line)) key = undefined;
    if (key !== undefined) blocks.set(key, `${blocks.get(key) ?? ''}${line}\n`);
  }
  return blocks;
}

/** Since Python 3.11 the place ends with the test's own name. */
function testOf(
  { name, place }: { name: string; place: string },
  status: ReadTest['status'],
  said: string | undefined,
): ReadTest {
  const parts = place.endsWith(`.${name}`) ? place.slice(0, -name.length - 1) : place;
  const broken = place.includes('unittest.loader._FailedTest');
  return {
    file: '',
    path: broken ? [name] : [...parts.split('.'), name],
    status,
    ...(status === 'failed' && { failure: failureOf(said ?? '', broken) }),
  };
}

function failureOf(block: string, broken: boolean): NonNullable<ReadTest['failure']> {
  const at = block.indexOf('Traceback (most recent call last):');
  const stack = (at < 0 ? block : block.slice(at)).replace(/\n-{60,}\n?$/, '').trimEnd();
  const raised = /^([A-Za-z_][\w.]{0,100})(?:: (.*))?$/m.exec(lastUnindented(stack));
  const message = raised ? `${raised[2] ?? raised[1]}` : stack;
  const [received, expected] = valuesIn(message) ?? [];
  const values = received === undefined ? {} : { received, expected };
  return {
    name: raised?.[1]?.split('.').at(-1),
    message,
    stack,
    ...values,
    ...placeIn(stack),
    ...(broken && { phase: 'collect' as const }),
  };
}

const FRAME = /^ {0,8}File "([^"\n]{1,500})", line (\d{1,7})/gm;

/** The fault is in the last frame of the project, or in the file that does not parse. */
function placeIn(stack: string): Pick<NonNullable<ReadTest['failure']>, 'location'> {
  const frames = [...stack.matchAll(FRAME)].filter(([, file = '']) => !isForeign(file));
  const [, file, line] = frames.at(-1) ?? [];
  return file === undefined ? {} : { location: { file: projectPath(file), line: Number(line) } };
}

/** The error, with its message, at the end of a traceback. */
function lastUnindented(stack: string): string {
  const lines = stack.split('\n');
  const at = lines.findLastIndex((line) => /^[A-Za-z_][\w.]{0,100}(?::|$)/.test(line));
  return lines.slice(Math.max(0, at)).join('\n');
}

const LONGEST_VALUE = 1_000;

/** Values of `1 != 2` and of `Lists differ: [1] != [2]`. */
function valuesIn(message: string): [received: string, expected: string] | undefined {
  const line = message.split('\n').find((one) => one.includes(' != ')) ?? '';
  const at = line.indexOf(' != ');
  if (at <= 0 || line.length > 2 * LONGEST_VALUE) return undefined;
  return [line.slice(0, at).replace(/^\w{1,20} differ: /, ''), line.slice(at + 4)];
}
