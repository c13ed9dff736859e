import { compareExports } from '../../../../src/coder/session';
import { withExportProof } from '../../../../src/domain/session/exports';
import type { Handled } from '../../../../src/domain/session/handling';
import { createMemoryStore } from '../../../support/memory-store';
import { treeOf } from '../../../support/text-trees';
import { asTree } from '../../../support/hashes';

const store = createMemoryStore();

async function differences(before: Record<string, string>, after: Record<string, string>) {
  const found = await compareExports(store, {
    before: await treeOf(store, before),
    after: await treeOf(store, after),
  });
  return found.map(({ kind, path, name, to }) => [kind, `${path}#${name}`, ...(to ? [to] : [])].join(' '));
}

const SUM = '/** Adds. */\nexport function sum(a: number, b: number): number {\n  return a + b;\n}\n';

describe('the exports of a refactoring', () => {
  it('are the same where bodies, comments, private members and order change', async () => {
    const before = `${SUM}export class Box { private a = 1; #b = 2; get(): number { return this.a; } }\nexport const x: number = 1;\n`;
    const after = `export const x: number = 2 - 1;\nexport class Box {\n  #c = 3;\n  get(): number { return this.#c; }\n}\nfunction helper() { return 1; }\nexport function sum(\n  a: number,\n  b: number,\n): number {\n  return b + a + helper() - 1;\n}\nexport const extra = 1;\n`;
    expect(await differences({ 'a.ts': before }, { 'a.ts': after })).toEqual([]);
    const listed = 'function sum(a: number, b: number): number {\n  return b + a;\n}\nexport { sum };\n';
    expect(await differences({ 'a.ts': SUM }, { 'a.ts': listed })).toEqual([]);
  });

  it('differ where a name is gone, has another declaration, or moved without a word in its old place', async () => {
    expect(await differences({ 'a.ts': SUM }, { 'a.ts': SUM.replace('b: number', 'b?: number') })).toEqual([
      'changed a.ts#sum',
    ]);
    expect(await differences({ 'a.ts': SUM }, { 'a.ts': 'export {};\n' })).toEqual(['removed a.ts#sum']);
    expect(await differences({ 'a.ts': SUM }, { 'b.ts': SUM })).toEqual(['moved a.ts#sum b.ts']);
    expect(
      await differences({ 'a.ts': SUM }, { 'a.ts': "export { sum } from './b';\n", 'b.ts': SUM }),
    ).toEqual([]);
    expect(
      await differences({ 'a.js': 'export function f(a, b) {}\n' }, { 'a.js': 'export function f(a) {}\n' }),
    ).toEqual(['changed a.js#f']);
    expect(
      await differences(
        { 'a.ts': 'export default class A { x = 1 }\n' },
        { 'a.ts': 'export const y = 1;\n' },
      ),
    ).toEqual(['removed a.ts#default']);
  });

  it('are proved in the answer, or warned of in the question', () => {
    const hash = asTree('0'.repeat(64));
    const changed = (path: string): Handled => ({
      status: 'done',
      answer: 'Moved.',
      change: {
        ...{ base: hash, tree: hash, hash, fileCount: 1, size: 1, excerpt: '' },
        files: [{ path, change: 'modified', addedLines: 1, removedLines: 1 }],
      },
    });
    const done = changed('src/a.ts');
    expect(withExportProof(done, [], 'en').answer).toMatch(
      /^Moved\.\nEvery exported name .* keeps its declaration\.$/,
    );
    expect(withExportProof(changed('src/a.py'), [], 'en').answer).toContain('was not compared');
    const many = Array.from({ length: 12 }, (_, index) => ({
      kind: 'removed' as const,
      path: 'a.ts',
      name: `f${index}`,
    }));
    const { warnings = [] } = withExportProof(done, many, 'en');
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('2 more exported names differ.');
  });
});
