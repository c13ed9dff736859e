import type { TestFailure } from '../../../src/domain/verification/verification';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';
import { code } from './seeded/code';
import { languages } from './seeded/languages';
import { loading } from './seeded/loading';
import { matchers } from './seeded/matchers';
import { parsing } from './seeded/parsing';
import { thrown } from './seeded/thrown';
import { time } from './seeded/time';

const seeded = [...languages, ...matchers, ...code, ...time, ...loading, ...thrown, ...parsing];

const MARK = /\/\*(HERE|ALSO)\*\//g;

interface Marked {
  text: string;
  here: string[];
  also: string[];
}

/** The source without marks, which no parser need understand, and the places they mark. */
function unmark(file: string, source: string): Marked {
  const marked: Marked = { text: '', here: [], also: [] };
  let from = 0;
  for (const match of source.matchAll(MARK)) {
    marked.text += source.slice(from, match.index);
    from = match.index + match[0].length;
    const lines = marked.text.replace(/^\uFEFF/, '').split('\n');
    const place = `${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    (match[1] === 'HERE' ? marked.here : marked.also).push(place);
  }
  marked.text += source.slice(from);
  return marked;
}

function placeOf({ location }: TestFailure): string {
  return `${location?.file}:${location?.line}:${location?.column}`;
}

describe('a failure is found', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  it('in many programs', () => {
    expect(seeded.length).toBeGreaterThan(60);
    expect(new Set(seeded.map(({ name }) => name)).size).toBe(seeded.length);
  });

  describe.each([false, true])('with coverage: %s', (coverage) => {
    it.each(seeded)('$name', async ({ files, says }) => {
      const marked = new Map(Object.entries(files).map(([file, source]) => [file, unmark(file, source)]));
      const sources = Object.fromEntries([...marked].map(([file, { text }]) => [file, text]));
      const { report } = await kit.run(sources, { coverage });
      const failures = report.tests.flatMap((test) => (test.failure ? [test.failure] : []));
      const here = [...marked.values()].flatMap((one) => one.here);
      expect(here).toHaveLength(1);
      expect(failures.map(placeOf)).toEqual(here);
      const [{ message, stack = '' } = { message: '' }] = failures;
      expect(message).toContain(says);
      for (const place of [...marked.values()].flatMap((one) => one.also)) expect(stack).toContain(place);
      expectClean(stack, new Set(marked.keys()));
    });
  });
});

/** Frames show the user's files only, and no name that transpiling made. */
function expectClean(stack: string, files: ReadonlySet<string>): void {
  const frames = stack.split('\n').filter((line) => /^\s*at /.test(line));
  for (const frame of frames) {
    expect(frame).toMatch(/^ {4}at (?:async )?(?:.+ \((.+):\d+:\d+\)|(.+):\d+:\d+)$/);
    const file =
      /^ {4}at .* \(([^]+):\d+:\d+\)$/.exec(frame)?.[1] ??
      /^ {4}at (?:async )?(.+):\d+:\d+$/.exec(frame)?.[1];
    expect([...files].some((name) => file?.endsWith(name))).toBe(true);
    expect(frame).not.toMatch(/__k|kintsugi|node_modules|<anonymous>/);
  }
}
