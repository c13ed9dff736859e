import { newContext } from '../../../src/domain/session/context';
import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const CONFIG = '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }\n';
const GOOD = '/** Sum of two numbers. */\nexport const sum = (a: number, b: number): number => a + b;\n';
const FILES = { 'tsconfig.json': CONFIG, 'src/sum.ts': GOOD };
const change = (path: string) => ({ path, change: 'modified' as const, addedLines: 1, removedLines: 1 });

describe('a review', () => {
  it('finds a type error with its file, line and code, and sends the code back', async () => {
    const result = await bench.handle(
      'qa',
      { ...FILES, 'src/bad.ts': 'export const one = 1;\nexport const name: string = one;\n' },
      { text: 'review src/bad.ts' },
    );
    expect(result).toMatchObject({ status: 'done', trigger: 'issues_found', files: ['src/bad.ts'] });
    expect(result.answer).toContain('error src/bad.ts:2 TS2322');
    expect(result.whole).toMatchObject({
      focus: { by: 'request', files: ['src/bad.ts'] },
      findings: [{ severity: 'error', path: 'src/bad.ts', line: 2, rule: 'TS2322' }],
    });
  });

  it('finds a syntax error of Python', async () => {
    const result = await bench.handle('qa', { 'a.py': 'def f(:\n    return 1\n' });
    expect(result).toMatchObject({ trigger: 'issues_found', files: ['a.py'] });
  });

  it('asks for an improvement where only static rules find something', async () => {
    const result = await bench.handle('qa', {
      ...FILES,
      'src/odd.js': 'const unused = 1;\nexport function run(text) {\n  return eval(text);\n}\n',
    });
    expect(result.trigger).toBe('improvement_needed');
    expect(result.answer).toContain('src/odd.js:1 no-unused-vars');
    expect(result.answer).toContain('src/odd.js:3 eval');
  });

  it('approves code without findings, types and JSX that only types use included', async () => {
    const result = await bench.handle('qa', {
      ...FILES,
      'tsconfig.json': CONFIG.replace('"strict"', '"jsx": "preserve", "strict"'),
      'src/kind.ts': "export const KINDS = ['a', 'b'] as const;\n",
      'src/use.ts': "import { KINDS } from './kind';\nexport type Kind = (typeof KINDS)[number];\n",
      'src/view.jsx': 'const Inner = () => null;\nexport const View = () => <Inner />;\n',
    });
    expect(result.answer).toContain('errors: 0, warnings: 0');
    expect(result.trigger).toBe('approved');
  });

  it('looks at the changed files of the session, and shows their diff to a model', async () => {
    const result = await bench.handle(
      'qa',
      { ...FILES, 'src/other.ts': 'export const x: string = 1;\n' },
      {
        text: '리뷰해줘',
        language: 'ko',
        before: { ...FILES, 'src/sum.ts': GOOD.replace('a + b', 'a - b') },
        context: { ...newContext(), pendingChanges: [change('src/sum.ts'), change('src/gone.ts')] },
      },
    );
    expect(result).toMatchObject({ trigger: 'approved', files: ['src/sum.ts'] });
    expect(result.answer).toContain('이 세션에서 변경됨');
    expect(result.shown).toContain('-export const sum = (a: number, b: number): number => a - b;');
    expect(result.shown).toContain('+export const sum = (a: number, b: number): number => a + b;');
  });

  it('says that there is nothing to review in a project without sources', async () => {
    expect(await bench.handle('qa', { 'notes.txt': 'hello\n' })).toMatchObject({
      status: 'lacking',
      answer: 'The project has no source files to review.',
    });
  });
});
