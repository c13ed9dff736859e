import { brokenBy, schemataOf } from '../../../../src/repair/commands/trials/schemata';
import { goCompiled, cargoCompiled } from '../../../../src/repair/commands/open-trials';
import type { Job } from '../../../../src/repair/commands/trials/command-trials';
import { said } from '../../../../src/domain/run/said';

const TEXT = 'package a\n\nfunc f(x int) int {\n\treturn x + 1\n}\n';

function job(id: number, from: string, replacement: string): Job {
  const start = TEXT.indexOf(from);
  const body = { start: TEXT.indexOf('{'), end: TEXT.lastIndexOf('}') + 1, returns: true };
  const place = { file: 'a.go', line: 4, suspicion: 1, precedence: 0 };
  const mutant = {
    ...place,
    start,
    end: start + from.length,
    replacement,
    template: 'arithmetic' as const,
    description: said``,
    weight: 1,
    body,
  };
  return { id, mutant, text: '' };
}

const failed = (file: string, path: string[]) => ({
  ...{ id: path.join(' > '), file, path, status: 'failed' as const, durationMs: 1, console: [] },
});

describe('mutants in one program', () => {
  const jobs = [job(1, '+', '-'), job(2, 'x + 1', 'y')];

  it('stand beside the function as it was, which the program runs where it is told nothing', () => {
    const { text } = schemataOf(TEXT, jobs, 'go');
    expect(text).toContain('if kintsugiMutant == 1 {\n{\n\treturn x - 1\n}');
    expect(text).toContain('else if kintsugiMutant == 2 {\n{\n\treturn y\n}');
    expect(text).toContain('else {\n\treturn x + 1\n}');
  });

  it('are found by the lines that a compiler names', () => {
    const schemata = schemataOf(TEXT, jobs, 'go');
    const line = schemata.text.split('\n').findIndex((one) => one.includes('return y')) + 1;
    expect([...brokenBy([{ line }], schemata)]).toEqual([2]);
    expect([...brokenBy([{ line: 1 }], schemata)]).toEqual([]);
  });

  it('keep the value of a body of Rust', () => {
    const { text } = schemataOf(TEXT, jobs, 'rust');
    expect(text).toContain('1 =>\n{\n\treturn x - 1\n}');
    expect(text).toContain('_ => {\n\treturn x + 1\n}');
  });
});

describe('programs of failing tests', () => {
  it('run the tests of each package of Go in its folder', () => {
    const compiled = goCompiled([failed('pkg/a', ['TestA', 'sub'])], '', new Map());
    expect(compiled?.build.join()).toContain('./pkg/a');
    expect(compiled?.run('', false)).toContain("-test.run '^(?:TestA)$' -test.failfast");
    const whole = compiled?.run('', true);
    expect(whole).toContain("-test.run '^(?:TestA)$')");
    expect(whole?.endsWith(' || failed=yes; [ -z "$failed" ]')).toBe(true);
    expect(compiled?.errors('./pkg/a/a.go:7:2: undefined: y')).toEqual([{ file: 'pkg/a/a.go', line: 7 }]);
  });

  it('are those that cargo names', () => {
    const compiled = cargoCompiled([failed('tests/shop.rs', ['adds'])], '');
    const output =
      '  Executable tests/shop.rs (target/debug/deps/shop-1)\nsrc/lib.rs:3:5: error[E0308]: mismatched types';
    expect(compiled?.run(output, false)).toBe('cd . && { target/debug/deps/shop-1 --exact adds; }');
    expect(compiled?.errors(output)).toEqual([{ file: 'src/lib.rs', line: 3 }]);
    expect(compiled?.run('', false)).toBeUndefined();
  });

  it('are none where a test has no name', () => {
    expect(goCompiled([failed('.', [])], '', new Map())).toBeUndefined();
    expect(cargoCompiled([failed('tests/shop.rs', [])], '')).toBeUndefined();
  });
});
