import ts from 'typescript';
import { mutateFile, type FilePlaces } from '../../../../src/repair/mutation/generate';
import { applyMutations, type PlacedMutation } from '../../../../src/repair/search/mutation';
import { rankMutations } from '../../../../src/repair/search/rank';
import { hintsOf } from '../../../../src/repair/mutation/hints';
import { quotePair } from '../../../../src/repair/quote';
import { NO_HINTS, type Hints } from '../../../../src/repair/mutation/site';
import { missesOf } from '../../../support/template-rows';

function places(text: string, path = 'x.ts', lines?: number[]): FilePlaces {
  const all = lines ?? text.split('\n').map((_, i) => i + 1);
  return { path, text, lines: new Map(all.map((line) => [line, 1])), loadScore: 0.5, precedence: 1 };
}

function mutate(text: string, hints: Hints = NO_HINTS): PlacedMutation[] {
  const made = mutateFile(places(text), hints);
  if ('note' in made) throw new Error(made.note);
  return made.mutations;
}

function results(text: string, hints: Hints = NO_HINTS): string[] {
  return mutate(text, hints).map((mutation) => applyMutations(text, [mutation]));
}

it('mutants of JavaScript and TypeScript hold the right code of every row', async () => {
  expect(await missesOf('TypeScript', (_, text, hints) => results(text, hints))).toEqual([]);
});

it('a difference that is named a distance is made absolute before all else', () => {
  const first = (name: string): string | undefined => {
    const text = `function f(a, b, k) {\n  const ${name} = a - b;\n  return ${name} < k;\n}\n`;
    const [best] = rankMutations(mutate(text), new Map([['x.ts', text]]));
    return best && applyMutations(text, [best]).split('\n')[1]?.trim();
  };
  expect(first('distance')).toBe('const distance = Math.abs(a - b);');
  expect(first('maxDiff')).toBe('const maxDiff = Math.abs(a - b);');
  expect(first('rest')).not.toContain('Math.abs');
});

describe('a value written out', () => {
  it('stays where the default itself is written', () => {
    const code = (name: string) =>
      `function f(options, ${name} = '&') {\n  return options.mark + options.end;\n}\n`;
    const settings = (text: string) => mutate(text).filter(({ template }) => template === 'setting');
    expect(settings(code('mark'))).toEqual([]);
    expect(settings(`${code('mark')}${code('mark').replace('f(', 'g(')}`)).not.toEqual([]);
    expect(settings(`${code('mark')}const other = (options) => options.mark === '&';\n`)).not.toEqual([]);
  });
});

describe('templates reach the repair of', () => {
  it('what a table inherits, first where the tests name it', () => {
    const text = "const NAMES = { a: 'x' };\nexport const of = (key) => NAMES[key] || key;\n";
    const hints = (...strings: string[]) => ({ ...NO_HINTS, strings });
    const bare =
      "const NAMES = { __proto__: null, a: 'x' };\nexport const of = (key) => NAMES[key] || key;\n";
    const made = mutate(text, hints('a', 'constructor'));
    expect(made.map((one) => applyMutations(text, [one]))).toContain(bare);
    const best = made.filter(({ template }) => template === 'presence').sort((a, b) => b.weight - a.weight);
    expect(best[0]?.weight).toBe(8);
    const others = mutate(text, hints('a', 'b'));
    expect(others.map((one) => applyMutations(text, [one]))).not.toContain(bare);
  });
});

it('long code is quoted from where it differs', () => {
  const list = `[\n  ${'+toDate(interval.start), '.repeat(4)}]`;
  expect(quotePair(`${list}.sort()`, `${list}.sort((a, b) => a - b)`)).toEqual([
    '`…rval.start), ].sort()`',
    '`…rval.start), ].sort((a, b) => a - b)`',
  ]);
  expect(quotePair('a  < b', 'a <= b')).toEqual(['`a < b`', '`a <= b`']);
  const long = 'x'.repeat(100);
  expect(quotePair(long, 'y')).toEqual([`\`${long.slice(0, 59)}…\``, '`y`']);
});

it('titles of tests are no values to try', () => {
  const test =
    "describe('constructor', () => {\n  it.each([['a']])('toString', (x) => expect(of(x)).toBe('b'));\n});";
  const failure = { errorName: 'Error', message: 'wrong', phase: 'test' as const };
  const failed = { id: 'a', kind: 'tests' as const, check: 'a.test.js', end: 'completed' as const, failure };
  const { strings } = hintsOf([failed], new Map([['a.test.js', test]]));
  expect(strings).toEqual(['a', 'b']);
});

describe('mutations', () => {
  const sample = [
    "import { readFile } from 'node:fs/promises';",
    'interface Item { name: string; price?: number }',
    'export class Cart {',
    '  private items: Item[] = [];',
    '  async load(path: string): Promise<void> {',
    "    const rows = (await readFile(path, 'utf8')).split('\\n');",
    '    for (const row of rows) {',
    "      const [name, price] = row.split(',');",
    '      if (!name || name.length === 0) continue;',
    '      this.items.push({ name, price: price === undefined ? 0 : Number(price) });',
    '    }',
    '  }',
    '  total(limit: number): number {',
    '    let sum = 0;',
    '    for (let i = 0; i < this.items.length && i < limit; i++) {',
    '      const item = this.items[i];',
    '      if (item && (item.price ?? 0) > 1) sum += item.price! * 2;',
    '      else sum -= i ?? -1;',
    '    }',
    '    switch (limit) {',
    '      case 1:',
    '        return sum;',
    '      default:',
    '        break;',
    '    }',
    '    return sum >= 0 ? sum : -sum;',
    '  }',
    '}',
  ].join('\n');

  it('nearly all parse', () => {
    const every = results(sample);
    const made = every.filter((_, i) => i % 7 === 0);
    const broken = made.filter((text) => {
      const { diagnostics } = ts.transpileModule(text, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
      });
      return (diagnostics ?? []).length > 0;
    });
    expect(every.length).toBeGreaterThan(500);
    expect(broken.length / made.length).toBeLessThan(0.01);
  });

  it('touch no types and no imports', () => {
    const touched = mutate(sample).map((mutation) => mutation.line);
    expect(Math.min(...touched)).toBeGreaterThan(2);
  });

  it('come only from lines that a failing test executed, and from code that runs at load', () => {
    const text =
      'const LIMIT = 3;\nfunction f(a) {\n  if (a > 1) {\n    return a + 1;\n  }\n  return a;\n}\n';
    const made = mutateFile(places(text, 'x.js', [3, 6]), NO_HINTS);
    if ('note' in made) throw new Error(made.note);
    const lines = new Set(made.mutations.map((mutation) => mutation.line));
    expect([...lines].sort()).toEqual([1, 3, 6]);
    expect(made.mutations.find((mutation) => mutation.line === 1)?.suspicion).toBe(0.5);
  });

  it('give a note for source that is nested too deeply', () => {
    const deep = `const a = ${'['.repeat(200_000)}${']'.repeat(200_000)};`;
    expect(mutateFile(places(deep), NO_HINTS)).toEqual({
      note: 'x.ts is nested too deeply to be read',
    });
  });
});
