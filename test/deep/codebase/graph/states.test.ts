import { useGraph } from '../../../support/asked-graph';
import { createCodeGraph } from '../../../../src/codebase/graph';
import type { SourceFiles } from '../../../../src/codebase/navigation/types';
import { sourcesOf } from '../../../support/source-files';
import { asBlob } from '../../../support/hashes';

const { graph, task, callers, references } = useGraph();
const { signal } = new AbortController();

/** Files that note which texts are asked for. */
function noted(texts: Readonly<Record<string, string>>): { files: SourceFiles; read: string[] } {
  const plain = sourcesOf(texts);
  const read: string[] = [];
  const text = (path: string): Promise<string | undefined> => {
    read.push(path);
    return plain.text(path);
  };
  return { files: { name: plain.name, files: plain.files, text }, read };
}

describe('a project that changes', () => {
  const texts = {
    'a.ts': "import { b } from './b';\nexport const a = () => b();\n",
    'b.ts': 'export function b() {}\n',
    'c.py': 'def c():\n    d()\n\ndef d():\n    pass\n',
  };

  test('a second question reads no text again, and after a change only what has changed', async () => {
    const [first, again] = [noted(texts), noted(texts)];
    const ids = async (files: SourceFiles, of: string): Promise<unknown> => {
      const answer = await graph.callers({ files, signal }, of);
      return answer.status === 'answered'
        ? answer.matches.map(({ items }) => items.map(({ symbol }) => symbol.id))
        : answer;
    };
    expect(await ids(first.files, 'b')).toEqual([['a.ts#a']]);
    expect(await ids(first.files, 'd')).toEqual([['c.py#c']]);
    expect(first.read.sort()).toEqual(['a.ts', 'b.ts', 'c.py']);
    expect(await ids(again.files, 'b')).toEqual([['a.ts#a']]);
    expect(again.read).toEqual([]);
    const changed = noted({ ...texts, 'a.ts': `${texts['a.ts']}export const again = () => b();\n` });
    expect(await ids(changed.files, 'b')).toEqual([['a.ts#a', 'a.ts#again']]);
    expect(changed.read).toEqual(['a.ts']);
  });

  test('files that come, go and change their place are followed', async () => {
    expect(await callers(texts, 'b')).toEqual(['1 a.ts#a']);
    const { 'b.ts': moved, ...others } = texts;
    expect(await callers({ ...others, 'in/b.ts': moved }, 'b')).toEqual([]);
    const there = { ...others, 'in/b.ts': moved, 'a.ts': texts['a.ts'].replace('./b', './in/b') };
    expect(await callers(there, 'b')).toEqual(['1 a.ts#a']);
    expect(await callers(texts, 'b')).toEqual(['1 a.ts#a']);
    const settings = { ...texts, 'tsconfig.json': '{"compilerOptions":{"paths":{"@b":["./b"]}}}' };
    expect(await callers({ ...settings, 'a.ts': texts['a.ts'].replace('./b', '@b') }, 'b')).toEqual([
      '1 a.ts#a',
    ]);
  });
});

describe('hostile sources', () => {
  const plain = { 'a.ts': 'export function f() {}\nexport const g = () => f();\n' };

  test('files that are too deep, too long or not for people are left out, and others answered', async () => {
    const texts = {
      ...plain,
      'deep.ts': `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`,
      'call.ts': `export const call = f${'()'.repeat(5_000)};\n`,
      'long.ts': `export const long = '${'x'.repeat(1_200_000)}';\n`,
      'static.ts': `class A { ${'static '.repeat(5_000)} }\n`,
      'deep.py': `def p():\n    return ${'('.repeat(5_000)}q()${')'.repeat(5_000)}\n\ndef q():\n    pass\n`,
      'binary.go': 'package \0main',
    };
    expect(await callers(texts, 'f')).toEqual(['1 a.ts#g']);
    expect(await references(texts, 'q')).toEqual(['definition deep.py:4 deep.py#q']);
  });

  test('types without end cost no more than the deadline, and what was found until then is told', async () => {
    // Long enough for a busy machine to start the process and to find the first callers.
    const slow = createCodeGraph({ deadlineMs: 20_000 });
    const endless = [
      "import { g } from './a';",
      'type D = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;',
      'type Grow<A, N extends number> = N extends N ? (A extends [...infer R, infer L] ? [...R, L, N] | Grow<[...R, N], D> : never) : never;',
      'declare function make<T>(): { [K in keyof T]: { g(): T } };',
      ...Array.from(
        { length: 5_000 },
        (_, at) => `export function h${at}() { g(); make<Grow<[${at}, D], D>>()[0].g(); }`,
      ),
    ];
    const texts = { ...plain, 'h.ts': endless.join('\n') };
    const answer = await slow.callers({ files: sourcesOf(texts), signal }, 'f', { depth: 3 });
    slow.close();
    expect(answer).toMatchObject({
      status: 'answered',
      isPartial: true,
      matches: [{ symbol: { id: 'a.ts#f' } }],
    });
    const items = answer.status === 'answered' ? (answer.matches[0]?.items ?? []) : [];
    expect(items[0]).toMatchObject({ depth: 1, symbol: { id: 'a.ts#g' } });
  });

  test('a project of too many files is an answer with its reason', async () => {
    const files = new Map(Array.from({ length: 50_001 }, (_, at) => [`f${at}.ts`, asBlob('a'.repeat(64))]));
    const answer = await graph.callers({ files: { ...sourcesOf({}), files }, signal }, 'f');
    expect(answer).toEqual({ status: 'unanswered', reason: 'the project has too many files' });
  });

  test('a cancelled question rejects with its reason, and the next one is answered', async () => {
    const cancelled = new AbortController();
    cancelled.abort(new Error('nobody waits'));
    await expect(graph.callers({ ...task(plain), signal: cancelled.signal }, 'f')).rejects.toThrow(
      'nobody waits',
    );
    expect(await callers(plain, 'f')).toEqual(['1 a.ts#g']);
  });
});

describe('the impact of a change', () => {
  const texts = {
    'src/user.ts': 'export class User {\n  name = "";\n  rename(to: string) {\n    this.name = to;\n  }\n}\n',
    'src/admin.ts':
      "import { User } from './user';\nexport class Admin extends User {}\nexport const promote = (user: User) => user.rename('x');\n",
    'src/app.ts': "import { promote } from './admin';\nexport const run = () => [1].map(() => promote);\n",
    'src/side.ts': "import './app';\n",
    'test/admin.test.ts': "import { promote } from '../src/admin';\ntest('promotes', () => promote);\n",
  };

  test('touches who uses the symbol in any way, its members too, the nearest first', async () => {
    const answer = await graph.impact(task(texts), 'User');
    if (answer.status !== 'answered') throw new Error(answer.status);
    const { changed, symbols, files, tests } = answer.impact;
    expect(changed.map(({ id }) => id)).toEqual(['src/user.ts#User']);
    expect(symbols.map(({ symbol, depth }) => `${depth} ${symbol.id}`)).toEqual([
      '1 src/admin.ts#Admin',
      '1 src/admin.ts#promote',
      '2 src/app.ts#run',
      '2 test/admin.test.ts',
    ]);
    expect(files.map(({ path, by }) => `${path} ${by}`)).toEqual([
      'src/admin.ts symbols',
      'src/app.ts symbols',
      'test/admin.test.ts symbols',
      'src/side.ts imports',
    ]);
    expect(tests).toEqual(['test/admin.test.ts']);
    expect(answer.isPartial).toBe(false);
  });

  test('takes the imports that it is given', async () => {
    const dependents = (path: string): string[] => (path === 'src/user.ts' ? ['docs/user.md'] : []);
    const answer = await graph.impact(task(texts), 'rename', { depth: 1, dependencies: { dependents } });
    const files = answer.status === 'answered' ? answer.impact.files : [];
    expect(files.map(({ path, by }) => `${path} ${by}`)).toEqual([
      'src/admin.ts symbols',
      'docs/user.md imports',
    ]);
  });
});
