import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { LIBRARY_NAMES, libraryFile } from '../../../src/sandbox/libraries';
import { createKit } from '../../support/sandbox-kit';

const root = path.resolve(__dirname, '..', '..', '..');

/** Names that a script reads and nothing in it declares, as TypeScript finds them without any library. */
function freeNames(file: string): string[] {
  const options = { allowJs: true, checkJs: true, noLib: true, noResolve: true, noEmit: true, types: [] };
  const program = ts.createProgram([file], { ...options, target: ts.ScriptTarget.ESNext });
  const source = program.getSourceFile(file);
  const names = program.getSemanticDiagnostics(source).flatMap((diagnostic) => {
    // The name of a module in `require('path')` is no name that is read.
    if (source?.text[diagnostic.start ?? 0] === "'") return [];
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    const name = /^Cannot find name '(.*?)'/.exec(text)?.[1];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort();
}

describe('the runtime and its libraries', () => {
  it('read no global by name to which the code under test could give another meaning', async () => {
    const outDir = path.join(root, '.cache', `runtime-bundle-${process.pid}`);
    const kit = createKit(1);
    try {
      execFileSync(process.execPath, [path.join(root, 'scripts', 'build-sandbox.cjs'), outDir]);
      // Libraries ask for others by names with a colon. @noble/hashes, in crypto's, reads TextEncoder.
      const libraries = LIBRARY_NAMES.filter((name) => name !== 'crypto');
      const scripts = ['runtime.js', ...libraries.map(libraryFile)];
      const found = scripts.flatMap((script) => freeNames(path.join(outDir, script)));
      const names = [...new Set(found)].filter((name) => !name.includes(':'));
      expect(names).toEqual(expect.arrayContaining(['NaN', 'Error']));
      // Every isolate starts from a copy of the runtime: no import may bring the schemas and sentences of the domain into it.
      expect(readFileSync(path.join(outDir, 'runtime.js'), 'utf8')).not.toMatch(
        /ZodError|[\uac00-\ud7a3]|\\u[AB][0-9A-F]{3}/i,
      );
      const open = `Object.getOwnPropertyDescriptor(globalThis, name)?.writable !== false`;
      const { report } = await kit.run({
        'demo.test.js': `it('locks them', () => expect(${JSON.stringify(names)}.filter((name) => ${open})).toEqual([]));`,
      });
      expect(report.tests.map(({ status, failure }) => [status, failure?.message])).toEqual([
        ['passed', undefined],
      ]);
    } finally {
      await kit.close();
      rmSync(outDir, { recursive: true, force: true });
    }
  });
});
