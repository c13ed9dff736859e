import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const SOURCE = join(__dirname, '../../../src');

/** Names that a file imports when it runs: what stands for types alone is gone by then. */
function importsOf(file: string): string[] {
  const parsed = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const names: string[] = [];
  const isTypes = (named: ts.Node | undefined): boolean =>
    named !== undefined &&
    (ts.isNamedImports(named) || ts.isNamedExports(named)) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly);
  const add = (name: ts.Expression | undefined): void => {
    if (name && ts.isStringLiteral(name)) names.push(name.text);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      const isErased = clause?.isTypeOnly === true || (!clause?.name && isTypes(clause?.namedBindings));
      if (!isErased) add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly && !isTypes(node.exportClause)) add(node.moduleSpecifier);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return names;
}

/** Every file of `src` that is loaded with one, each with the file that imports it. */
function loadedWith(start: string): Map<string, string> {
  const importers = new Map([[join(SOURCE, start), '']]);
  for (const file of importers.keys())
    for (const name of importsOf(file).filter((one) => one.startsWith('.'))) {
      const path = join(dirname(file), name);
      const found = [`${path}.ts`, join(path, 'index.ts')].find((one) => existsSync(one));
      if (found !== undefined && !importers.has(found)) importers.set(found, file);
    }
  return importers;
}

/** Files of a room that are loaded with a file, each with its importer. */
function reached(start: string, room: string): string[] {
  return [...loadedWith(start)].flatMap(([file, importer]) =>
    relative(SOURCE, file).startsWith(`${room}/`)
      ? [`${relative(SOURCE, file)} by ${relative(SOURCE, importer)}`]
      : [],
  );
}

test('nothing that the door of the typed client loads is a part of the store', () => {
  expect(loadedWith('client/index.ts').size).toBeGreaterThan(50);
  expect(reached('client/index.ts', 'store')).toEqual([]);
});

test('every package that the door of the typed client loads comes with the package of Kintsugi', () => {
  const { dependencies } = JSON.parse(readFileSync(join(SOURCE, '../package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const missing = [...loadedWith('client/index.ts').keys()].flatMap((file) =>
    importsOf(file)
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => !(name in dependencies))
      .map((name) => `${name} by ${relative(SOURCE, file)}`),
  );
  expect(missing).toEqual([]);
});

test('the walk through imports finds the store where a command opens it', () => {
  expect(reached('client/cli/store-commands.ts', 'store')).toContain(
    'store/index.ts by client/cli/store-commands.ts',
  );
});
