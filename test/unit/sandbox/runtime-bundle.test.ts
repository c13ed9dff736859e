import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '..', '..', '..');

/** Names that a script reads and nothing in it declares, as TypeScript finds them without any library. */
function freeNames(file: string): string[] {
  const options = { allowJs: true, checkJs: true, noLib: true, noResolve: true, noEmit: true, types: [] };
  const program = ts.createProgram([file], { ...options, target: ts.ScriptTarget.ESNext });
  const names = program.getSemanticDiagnostics(program.getSourceFile(file)).flatMap((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    const name = /^Cannot find name '(.*?)'/.exec(text)?.[1];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort();
}

describe('the runtime', () => {
  it('reads no global by name: the code under test could give it another meaning', () => {
    const outDir = path.join(root, '.cache', `runtime-bundle-${process.pid}`);
    try {
      execFileSync(process.execPath, [path.join(root, 'scripts', 'build-sandbox.cjs'), outDir]);
      expect(freeNames(path.join(outDir, 'runtime.js'))).toEqual(['Infinity', 'NaN']);
    } finally {
      rmSync(outDir, { recursive: true, force: true });
    }
  });
});
