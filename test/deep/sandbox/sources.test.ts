import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from '../../support/fast-check';
import { CheckReport, SandboxLimits } from '../../../src/domain/verification/verification';
import { createKit, outcome, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

/** Sources in all, and how many of them run side by side. */
const SOURCES = 800;
const AT_ONCE = 20;

/** Short, since a mutated source may loop for ever. */
const LIMITS = SandboxLimits.parse({ wallMs: 1_500, turnMs: 250, heapMb: 96, outputKb: 64 });

/** MiB that the parent's live heap may differ by after all of them. */
const HEAP_MIB = 64;

const root = path.resolve(__dirname, '..', '..', '..');

/** Texts of the project's own modules and test files: real sources, in TypeScript and JavaScript. */
function realSources(): string[] {
  const folders = ['src/domain', 'src/store', 'test/conformance/corpus-modules', 'test/conformance/corpus'];
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[tj]sx?$/.test(name))
      .map((name) => readFileSync(path.join(root, folder, name), 'utf8'))
      .filter((text) => text.length < 6_000),
  );
}

const TOKENS = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '`',
    '${',
    "'",
    '"',
    '/',
    '\\',
    '=>',
    '...',
    '?.',
    '#',
    '@',
    ';',
    ',',
  ],
  ...[
    'async ',
    'await ',
    'yield ',
    'class ',
    'export ',
    'import ',
    'enum ',
    'while (true) ',
    'for (;;) ',
    'throw ',
  ],
  ...[
    'new Promise(',
    'delete ',
    'static {',
    'get ',
    'constructor(private x',
    'namespace N {',
    'return ',
    'super.',
  ],
  ...[
    '\u2028',
    '\ufeff',
    '\ud800',
    '\0',
    '//',
    '/*',
    '*/',
    '<!--',
    '#!',
    '0n',
    '1e999',
    '\\u{',
    'eval',
    'arguments',
  ],
];

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(40),
  text: fc.oneof(fc.constantFrom(...TOKENS), fc.string({ maxLength: 12 }), fc.constant('')),
});

function mutated(text: string, changes: readonly { at: number; length: number; text: string }[]): string {
  return changes.reduce((before, { at, length, text: added }) => {
    const start = Math.floor(at * before.length);
    return before.slice(0, start) + added + before.slice(start + length);
  }, text);
}

const valid = fc.constantFrom(...realSources());
const source = fc.oneof(
  { weight: 2, arbitrary: valid },
  {
    weight: 5,
    arbitrary: fc
      .tuple(valid, fc.array(change, { minLength: 1, maxLength: 8 }))
      .map(([text, changes]) => mutated(text, changes)),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((tokens) => tokens.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
);
const extension = fc.constantFrom('ts', 'tsx', 'js', 'mjs', 'cjs', 'mts', 'json', 'test.ts', 'test.js');

/** The source as a module that a test loads, or as the test file itself. */
function programOf([text, ending]: readonly [string, string]) {
  const name = `a.${ending}`;
  if (ending.startsWith('test')) return { files: program({ [name]: text }), testFile: name };
  const test = `it('loads', async () => { expect(await import('./${name}')).toBeDefined(); });`;
  return { files: program({ [name]: text, 'demo.test.ts': test }), testFile: 'demo.test.ts' };
}

describe('random sources', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit(2);
  });
  afterAll(() => kit.close());

  /** Checks a result as its readers would; one that does not come is ended by the test's own end. */
  async function checkedEnd(given: readonly [string, string]): Promise<string> {
    const { report } = await kit.sandbox.run({ ...programOf(given), limits: LIMITS });
    CheckReport.parse(report);
    const failed = report.tests.filter((test) => test.status === 'failed');
    for (const { failure } of failed) expect(failure?.message).toEqual(expect.any(String));
    // What did not end well has said so by a failure, or by how it ended.
    if (report.tests.length === 0) expect(report.end).not.toBe('completed');
    return report.end;
  }

  it(`${SOURCES} of them give a result each, and leave nothing behind`, async () => {
    const honest = { 'honest.test.ts': `it('is fine', () => { expect(1 + 1).toBe(2); });` };
    await kit.run(honest);
    const before = process.memoryUsage().heapUsed;
    const ends = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(source, extension), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (given) => {
          for (const end of await Promise.all(given.map(checkedEnd))) ends.set(end, (ends.get(end) ?? 0) + 1);
        },
      ),
      { numRuns: SOURCES / AT_ONCE, endOnFailure: true },
    );
    // All ran, and the sources were neither all right nor all wrong.
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(SOURCES);
    expect(ends.get('completed')).toBeGreaterThan(SOURCES / 2);
    expect(outcome((await kit.run(honest)).report.tests)).toEqual(['is fine: passed']);
    expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(HEAP_MIB);
  });
});
