import fc from '../../support/fast-check';
import type { FileEdit } from '../../../src/domain/files/workspace';
import { applyEdits, editBytes } from '../../../src/workspace/trees/apply-edits';
import { diffTrees } from '../../../src/workspace/trees/diff-trees';
import { editsOfDiff } from '../../../src/domain/files/edit-match/edits-of-diff';
import { patchText } from '../../../src/domain/files/edit-match/patch-text';
import { replaceText } from '../../../src/domain/files/edit-match/replace-text';
import { createMemoryStore } from '../../support/memory-store';
import { plantTree } from '../../support/plant-tree';

interface Line {
  op: 'keep' | 'remove' | 'add';
  text: string;
}

/** A change in a text: the lines before it, those that it is given by, and those after it. */
interface Change {
  above: string[];
  lines: Line[];
  below: string[];
}

const shift = fc.constantFrom(0, 1, 2, 3);
const ops = fc.constantFrom<Line['op'][]>(
  ['keep'],
  ['keep'],
  ['remove', 'add'],
  ['remove'],
  ['keep', 'add'],
  ['remove', 'add', 'add'],
);

/** Lines that are all different, in units of two columns. */
const distinctLines = fc
  .array(shift, { minLength: 6, maxLength: 30 })
  .map((depths) => depths.map((depth, index) => `${'  '.repeat(depth)}call(${index}, "a b");`));

/** Few different lines, many times. */
const repeatedLines = fc.array(fc.constantFrom('{', '}', '  a();', '  return x;', ''), {
  minLength: 6,
  maxLength: 40,
});

/** Some lines in a row of a text, with at least one line kept at both ends, and at least one changed. */
function changesOf(texts: fc.Arbitrary<string[]>, most = 6): fc.Arbitrary<Change> {
  return texts.chain((text) =>
    fc
      .record({
        from: fc.nat(text.length - 5),
        count: fc.integer({ min: 1, max: most }),
        context: fc.integer({ min: 1, max: 3 }),
        kinds: fc.array(ops, { minLength: 6, maxLength: 6 }),
      })
      .map(({ from, count, context, kinds }) => {
        const first = Math.max(from, context);
        const last = Math.min(first + count, text.length - 1);
        const lines = text.slice(first, last).flatMap((line, index): Line[] =>
          (index === 0 && kinds[0]?.length === 1 ? ['remove' as const] : (kinds[index] ?? ['keep'])).map(
            (op, number) => ({
              op,
              text:
                op === 'add'
                  ? line.replace(/[a-z]/, `new${index}${number}$&`) || `new${index}${number};`
                  : line,
            }),
          ),
        );
        const keep = (kept: string[]): Line[] => kept.map((line) => ({ op: 'keep', text: line }));
        const end = Math.min(last + context, text.length);
        return {
          above: text.slice(0, first - context),
          lines: [...keep(text.slice(first - context, first)), ...lines, ...keep(text.slice(last, end))],
          below: text.slice(end),
        };
      }),
  );
}

const SIGNS = { keep: ' ', remove: '-', add: '+' };
const join = (lines: readonly string[], end = '\n'): string => lines.map((line) => line + end).join('');
const side = (lines: readonly Line[], without: Line['op']): string[] =>
  lines.filter(({ op }) => op !== without).map(({ text }) => text);

/** Lines that a file is made of, and those of an edit. */
interface Shape {
  fileLine: (line: string) => string;
  editLine: (line: string) => string;
  end: string;
  mark: string;
  finalNewline: boolean;
}

const indent = (line: string): number => line.length - line.trimStart().length;
const tabbed = (line: string): string => '\t'.repeat(indent(line) / 2) + line.trimStart();
const LINES: Record<string, (line: string) => string> = {
  same: (line) => line,
  right: (line) => `   ${line}`,
  tabs: tabbed,
  wide: (line) => ' '.repeat(indent(line)) + line,
  trailing: (line) => `${line} \t`,
  runs: (line) => line.replace(', ', ',   '),
};
const shapes = fc.record({
  fileLine: fc.constantFrom('same', 'tabs', 'wide', 'right'),
  editLine: fc.constantFrom('same', 'tabs', 'right', 'trailing', 'runs'),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  finalNewline: fc.boolean(),
});
const plainShapes = fc.record({
  fileLine: fc.constant('same'),
  editLine: fc.constantFrom('same', 'trailing'),
  end: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  finalNewline: fc.constant(true),
});

function shapeOf(
  names: { fileLine: string; editLine: string } & Omit<Shape, 'fileLine' | 'editLine'>,
): Shape {
  const line = (name: string) => LINES[name] ?? ((text: string) => text);
  return { ...names, fileLine: line(names.fileLine), editLine: line(names.editLine) };
}

function fileOf({ above, lines, below }: Change, without: Line['op'], shape: Shape): string {
  const text =
    shape.mark + join([...above, ...side(lines, without), ...below].map(shape.fileLine), shape.end);
  return shape.finalNewline ? text : text.slice(0, text.length - shape.end.length);
}

/** The edit in both forms, each applied to the file. */
function outcomes({ above, lines }: Change, text: string, { editLine }: Shape) {
  const given = lines.map((line) => ({ ...line, text: editLine(line.text) }));
  const [search, replacement] = [join(side(given, 'add')), join(side(given, 'remove'))];
  const diff = `@@ -${above.length + 7},1 +1,1 @@\n${join(given.map((line) => SIGNS[line.op] + line.text))}`;
  return [replaceText(text, { search, replacement }), patchText(text, diff)];
}

test('an edit with one place is applied there, in whatever blanks and line ends, and all else stays', () => {
  fc.assert(
    fc.property(changesOf(distinctLines), shapes, (change, names) => {
      const shape = shapeOf(names);
      const [before, after] = [fileOf(change, 'add', shape), fileOf(change, 'remove', shape)];
      for (const outcome of outcomes(change, before, shape))
        expect(outcome).toMatchObject({ ok: true, text: after });
    }),
    { numRuns: 1_000 },
  );
});

test('among repeated lines an edit goes to its own place or nowhere', () => {
  let applied = 0;
  let refused = 0;
  fc.assert(
    fc.property(changesOf(repeatedLines, 1), plainShapes, (change, names) => {
      const shape = shapeOf(names);
      const [before, after] = [fileOf(change, 'add', shape), fileOf(change, 'remove', shape)];
      for (const outcome of outcomes(change, before, shape)) {
        if (outcome.ok) {
          applied += 1;
          expect(outcome.text).toBe(after);
        } else refused += 1;
      }
    }),
    { numRuns: 2_000 },
  );
  // Both happen, or nothing is tested.
  expect(applied).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(100);
});

/** Found once: two parts of a diff in one place, and a line put just where another is to be added. */
const DRIFTS: [Change, number, boolean][] = [
  [
    {
      above: ['{', '}', '  return x;', '  return x;', '  return x;', ''],
      lines: linesOf('=|=  a();|+  new01a();|=  a();|+  new11a();|=  a();|={|-|+new41;|+new42;|='),
      below: ['  a();', '{'],
    },
    0,
    false,
  ],
  [
    {
      above: ['  return x;'],
      lines: linesOf('={|={|=}|-|=  a();|+  new11a();|=}|={|=}|={|={'),
      below: [''],
    },
    3,
    true,
  ],
  [
    {
      above: [],
      lines: linesOf('=|=|=}|-|+new01;|+new02;|=|=|=  return x;|=|=  return x;|=  return x;|=}|=  return x;'),
      below: ['  a();', '{', '  return x;', '{', '  return x;', ''],
    },
    1,
    true,
  ],
];

function linesOf(signed: string): Line[] {
  const ops = { '=': 'keep', '-': 'remove', '+': 'add' } as const;
  return signed.split('|').map((line) => ({ op: ops[line[0] as keyof typeof ops], text: line.slice(1) }));
}

test('among repeated lines a diff whose context has changed goes to its own place or nowhere', () => {
  let applied = 0;
  fc.assert(
    fc.property(changesOf(repeatedLines), fc.nat(), fc.boolean(), (change, at, inserted) => {
      const shape = shapeOf({ fileLine: 'same', editLine: 'same', end: '\n', mark: '', finalNewline: true });
      const context = change.lines.flatMap(({ op, text }, index) => {
        const outer =
          change.lines.slice(0, index).every((line) => line.op === 'keep') ||
          change.lines.slice(index).every((line) => line.op === 'keep');
        return op === 'keep' && outer && text !== '' ? [index] : [];
      });
      const spot = context[at % Math.max(context.length, 1)];
      fc.pre(spot !== undefined);
      const drifted = change.lines.flatMap((line, index): Line[] => {
        if (index !== spot) return [line];
        const stray: Line = { op: 'keep', text: '  stray();' };
        return inserted ? [stray, line] : [stray];
      });
      const now = { ...change, lines: drifted };
      const [before, after] = [fileOf(now, 'add', shape), fileOf(now, 'remove', shape)];
      // Where all its lines stand elsewhere, blank ones aside, that is the place that the diff speaks of.
      const solid = (lines: readonly string[]): string => join(lines.filter((line) => line !== ''));
      fc.pre(!`\n${solid(before.split('\n'))}`.includes(`\n${solid(side(change.lines, 'add'))}`));
      const [, outcome] = outcomes(change, before, shape);
      if (!outcome?.ok) return;
      applied += 1;
      expect(outcome.text).toBe(after);
    }),
    { numRuns: 2_000, examples: DRIFTS },
  );
  expect(applied).toBeGreaterThan(100);
});

test('among repeated lines an edit that leaves lines out goes to its own place or nowhere', () => {
  let applied = 0;
  fc.assert(
    fc.property(changesOf(repeatedLines), fc.boolean(), (change, shifted) => {
      const shape = shapeOf({ fileLine: 'same', editLine: 'same', end: '\n', mark: '', finalNewline: true });
      const [before, after] = [fileOf(change, 'add', shape), fileOf(change, 'remove', shape)];
      // The first run of kept lines, but for its ends, is left out.
      const from = change.lines.findIndex(
        ({ op }, at) => op === 'keep' && change.lines[at + 1]?.op === 'keep',
      );
      const to = change.lines.findIndex(({ op }, at) => at > from && op !== 'keep') - 1;
      fc.pre(from >= 0 && to > from);
      const given = [
        ...change.lines.slice(0, from + 1),
        { op: 'keep' as const, text: '...' },
        ...change.lines.slice(to),
      ];
      const shift = (line: string): string => (shifted && line !== '' ? `  ${line}` : line);
      const [search, replacement] = (['add', 'remove'] as const).map((without) =>
        join(side(given, without).map(shift)),
      );
      const outcome = replaceText(before, { search: search ?? '', replacement: replacement ?? '' });
      if (!outcome.ok) return;
      applied += 1;
      expect(outcome).toMatchObject({ layer: 'elided', text: after });
    }),
    { numRuns: 2_000 },
  );
  expect(applied).toBeGreaterThan(100);
});

const BYTES = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', '\r', 'é', '한') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('\xff', '\xc3', '\0').map((char) => Buffer.from(char, 'latin1')),
    },
  ),
  { maxLength: 60 },
);

test('bytes outside of a replaced passage stay as they are, text or not', () => {
  let applied = 0;
  fc.assert(
    fc.property(
      BYTES,
      fc.string({ unit: fc.constantFrom('a', 'b', 'X', '\n'), maxLength: 6 }),
      BYTES,
      (before, passage, after) => {
        const bytes = (parts: readonly (string | Buffer)[]): Buffer =>
          Buffer.concat(parts.map((part) => Buffer.from(part as string)));
        const file = Buffer.concat([bytes(before), Buffer.from(`X${passage}X`), bytes(after)]);
        const edit: FileEdit = { action: 'replace', path: 'f', search: `X${passage}X`, replacement: 'Y' };
        const made = editBytes(edit, file);
        if (!('bytes' in made)) return;
        applied += 1;
        expect(made.bytes).toEqual(Buffer.concat([bytes(before), Buffer.from('Y'), bytes(after)]));
      },
    ),
    { numRuns: 500 },
  );
  expect(applied).toBeGreaterThan(400);
});

const trees = fc.dictionary(
  fc.constantFrom('a.txt', 'b b.txt', 'sub/c.txt', 'sub/é.txt', 'd"q.txt'),
  fc
    .record({
      lines: fc.array(fc.constantFrom('one', 'two', '  three', '', 'four\r', '-- five', '++ six'), {
        maxLength: 12,
      }),
      unique: fc.array(fc.nat(30), { maxLength: 12 }),
      final: fc.boolean(),
    })
    .map(({ lines, unique, final }) => {
      const text = lines.map((line, index) => `${line}${unique[index] ?? ''}`).join('\n');
      return final && text !== '' ? `${text}\n` : text;
    }),
);

test('the diff of two trees, as edits, leads from the one to the other or is refused', async () => {
  const store = createMemoryStore();
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(trees, trees, async (first, second) => {
      const plant = (texts: Record<string, string>) =>
        plantTree(store, [
          { path: 'sub', dir: true },
          ...Object.entries(texts).map(([path, text]) => ({ path, text })),
        ]);
      const [base, tree] = [await plant(first), await plant(second)];
      const diff = await diffTrees(store, base, tree);
      const text = String(await store.blobs.load(diff.hash));
      if (text === '') return;
      const read = editsOfDiff(text);
      if ('problem' in read) throw new Error(read.problem);
      const outcome = await applyEdits(store, base, read.edits);
      if (!('tree' in outcome)) return;
      applied += 1;
      expect(outcome.tree).toBe(tree);
    }),
    { numRuns: 300 },
  );
  expect(applied).toBeGreaterThan(150);
});
