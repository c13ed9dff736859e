import { fitted, numbered, type Showable } from '../../../src/model/fit';

const lines = (count: number, text = 'code'): string =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1};`).join('\n');

const file = (path: string, more: Partial<Showable> = {}): Showable => ({
  path,
  text: lines(200),
  lines: [],
  essential: false,
  ...more,
});

const sizeOf = (blocks: readonly string[]): number => blocks.reduce((sum, block) => sum + block.length, 0);

describe('files that do not fit', () => {
  const suspect = file('src/suspect.ts', { lines: [150], essential: true });
  const test_ = file('src/a.test.ts', { lines: [40], essential: true });
  const others = ['src/b.ts', 'src/c.ts', 'src/d.ts'].map((path) => file(path));
  const all = [suspect, test_, ...others];
  const whole = sizeOf(fitted(all, Number.POSITIVE_INFINITY));

  test('are all shown whole where there is room', () => {
    expect(fitted(all, whole).join('\n')).not.toContain('…');
  });

  test.each([0.8, 0.5, 0.3, 0.15, 0.08])('keep the lines in question within %d of the room', (part) => {
    const blocks = fitted(all, whole * part);
    expect(sizeOf(blocks)).toBeLessThanOrEqual(whole * part);
    expect(blocks[0]).toContain('150 | code 150;');
    expect(blocks[1]).toContain(' 40 | code 40;');
  });

  test('lose first what matters least, from the last on', () => {
    const blocks = fitted(all, whole - 10);
    expect(blocks.slice(0, 4).join('\n')).not.toContain('…');
    expect(blocks[4]).toContain('…');
    const few = fitted(all, whole * 0.45);
    expect(few.slice(0, 2).join('\n')).not.toContain('…');
    expect(few[4]).toContain('left out');
  });

  test('are named where they are left out altogether', () => {
    expect(fitted(all, 10).join('\n')).toMatch(/suspect\.ts\n\(left out.*\n### src\/a\.test\.ts\n\(left out/);
  });

  test('have endless lines cut', () => {
    const minified = file('src/min.ts', { text: 'x'.repeat(50_000), lines: [1], essential: true });
    const [block] = fitted([minified], 2_000);
    expect(block).toContain('1 | xxx');
    expect(block?.length).toBeLessThan(1_000);
  });
});

describe('numbered', () => {
  test('shows a file of usual length whole, and of a long one the surroundings of its lines', () => {
    expect(numbered(lines(400))).toContain('400 | code 400;');
    const shown = numbered(lines(1_000), [500]);
    expect(shown).toMatch(/^…\n +440 \| code 440;/);
    expect(shown).toMatch(/ 560 \| code 560;\n…$/);
  });

  test('shows the head where no line is in question', () => {
    expect(numbered(lines(1_000))).toMatch(/^ +1 \| code 1;/);
  });
});
