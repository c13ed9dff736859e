import { LikeLines } from '../../../../src/repair/search/like-lines';
import { applyMutations, type PlacedMutation } from '../../../../src/repair/search/mutation';
import { said } from '../../../../src/domain/run/said';

const OVERLAP = `export function overlap(first, second) {
  const [start, end] = [
    +toDate(first.start),
    +toDate(first.end),
  ].sort();
  const [otherStart, otherEnd] = [
    +toDate(second.start),
    +toDate(second.end),
  ].sort();
  return start < otherEnd && otherStart < end;
}
`;

/** The edit that makes `to` of the first `from` behind an offset. */
function edit(text: string, from: string, to: string, behind = 0): PlacedMutation {
  const start = text.indexOf(from, behind);
  return {
    ...{ file: 'a.js', template: 'relational', description: said`\`${from}\` should be \`${to}\`` },
    ...{ start, end: start + from.length, replacement: to, line: text.slice(0, start).split('\n').length },
    ...{ weight: 1, suspicion: 1, precedence: 1 },
  };
}

function repeated(text: string, one: PlacedMutation): string | undefined {
  const whole = new LikeLines(text).everywhere(one);
  return whole && applyMutations(text, [whole]);
}

describe('an edit in all lines like its own', () => {
  it('takes their names, over several lines', () => {
    const from = '[\n    +toDate(first.start),\n    +toDate(first.end),\n  ].sort()';
    const to = from.replace('()', '((a, b) => a - b)');
    expect(repeated(OVERLAP, edit(OVERLAP, from, to))).toBe(
      OVERLAP.replaceAll('.sort()', '.sort((a, b) => a - b)'),
    );
  });

  it('is none where lines are too short to be written as one', () => {
    expect(repeated(OVERLAP, edit(OVERLAP, 'sort()', 'toSorted()'))).toBeUndefined();
  });

  it('is made in other languages too', () => {
    const python = `def clamp(box, low, high):
    box.left = max(low.left, box.left - low.margin, 0)
    box.right = max(high.right, box.right - high.margin, 0)
`;
    expect(repeated(python, edit(python, '0)', '1)'))).toBe(python.replaceAll('0)', '1)'));
    const other = python.replace('high.right', 'high.left');
    expect(repeated(other, edit(other, '0)', '1)'))).toBeUndefined();
  });

  it('is no other where a name would have two others, a literal differs or a function lies between', () => {
    const lines = (second: string) =>
      `function f(a, b) {\n  a.low = min(a.low, b.low, a.size, 1);\n  ${second}\n}\n`;
    const of = (second: string) => repeated(lines(second), edit(lines(second), ', 1)', ', 2)'));
    expect(of('a.high = min(a.high, b.high, a.size, 1);')).toBeDefined();
    expect(of('a.high = min(a.high, b.low, a.size, 1);')).toBeUndefined();
    expect(of('a.high = min(a.high, b.high, a.size, 3);')).toBeUndefined();
    expect(of('}\nfunction g(a, b) {\n  a.high = min(a.high, b.high, a.size, 1);')).toBeUndefined();
  });

  it('is made in each copy of a line, in other functions too', () => {
    const text = 'function a(x) {\n  x = NAMES[x] || x;\n}\nfunction b(x) {\n    x = NAMES[x] || x;\n}\n';
    expect(repeated(text, edit(text, '||', '??'))).toBe(text.replaceAll('||', '??'));
    const like = new LikeLines(text);
    expect(like.repeatsOf(edit(text, '||', '??'))).toMatchObject([{ isCopy: true, edit: { line: 5 } }]);
  });
});
