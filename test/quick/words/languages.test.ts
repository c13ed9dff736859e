import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '../../../src');
const LANGUAGES = ['en', 'ko', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

/** Tables of one language are constants and files of these names. */
const NAMES: Readonly<Record<Language, RegExp>> = { en: /^english/, ko: /^korean/, zh: /^chinese/ };
const FOREIGN: Readonly<Record<Language, RegExp>> = {
  en: /[\p{Script=Hangul}\p{Script=Han}]/u,
  ko: /\p{Script=Han}/u,
  zh: /\p{Script=Hangul}/u,
};
const OWN = { ko: /\p{Script=Hangul}/u, zh: /\p{Script=Han}/u };
/** A line that the requirements give, names of things that people type, codes of languages, and a unit. */
const ALIKE = /^(?:Reached max iterations \(|kintsugi\b.*|[A-Z_]+|en|ko|zh| ?s)$/;

interface Table {
  place: string;
  parts: Partial<Record<Language, ts.Expression>>;
}

/** Tables with a row for each language: `{ en, ko, zh }`, or constants `english`, `korean` and `chinese` of a file or a folder. */
function tablesIn(): Table[] {
  const named = new Map<string, Table>();
  const tables: Table[] = [];
  const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((one) => one.endsWith('.ts'))) {
    const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
        const { text } = node.name;
        const language = LANGUAGES.find((one) => NAMES[one].test(text));
        if (language && ts.isObjectLiteralExpression(node.initializer)) {
          const place = path.replace(/(?:english|korean|chinese)\.ts$/, '*.ts');
          const key = `${place} ${text.replace(NAMES[language], '')}`;
          const table = named.get(key) ?? { place: key.trim(), parts: {} };
          table.parts[language] = node.initializer;
          named.set(key, table);
        }
      }
      if (ts.isObjectLiteralExpression(node)) {
        const rows = new Map(membersOf(node));
        const parts = Object.fromEntries(LANGUAGES.map((one) => [one, rows.get(one)]));
        if (parts.en && parts.ko && parts.zh && !Object.values(parts).every(isName))
          tables.push({ place: path, parts });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...named.values(), ...tables];
}

function isName(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isIdentifier(node);
}

function membersOf(node: ts.ObjectLiteralExpression): [string, ts.Expression][] {
  return node.properties.flatMap((one) => {
    const name = one.name && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) ? one.name.text : '';
    if (ts.isPropertyAssignment(one)) return [[name, one.initializer] as [string, ts.Expression]];
    return ts.isShorthandPropertyAssignment(one) ? [[name, one.name] as [string, ts.Expression]] : [];
  });
}

/** Keys of a table, with those of the tables in it. */
function keysOf(node: ts.Expression, before = ''): string[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  return membersOf(node).flatMap(([name, part]) => [before + name, ...keysOf(part, `${before}${name}.`)]);
}

/** Texts of one entry: its strings, and the parts of its templates. */
function textsOf(node: ts.Node): string[] {
  const own =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  const texts = own ? [node.text] : [];
  ts.forEachChild(node, (child) => void texts.push(...textsOf(child)));
  return texts;
}

/** Entries of a table that are said: its strings and functions. */
function entriesOf(node: ts.Expression, before = ''): [string, ts.Expression][] {
  return ts.isObjectLiteralExpression(node)
    ? membersOf(node).flatMap(([name, part]) => entriesOf(part, `${before}.${name}`))
    : [[before, node]];
}

/** Words that a request is read by are no sentences: they may be of any language. */
const READ = /^(?:times|domain\/(?:session\/intent|goal\/(?:references|locate)|navigation))\//;
const TABLES = tablesIn().filter(({ place }) => !READ.test(place));

describe('the tables of sentences', () => {
  it('are found in the rooms whose sentences are not all forms', () => {
    const places = TABLES.map(({ place }) => place);
    for (const room of ['domain/heal/', 'domain/goal/'])
      expect(places.filter((place) => place.startsWith(room)).length).toBeGreaterThan(1);
  });

  it('have the same keys in each language', () => {
    const missing = TABLES.flatMap(({ place, parts }) => {
      const keys = LANGUAGES.map((one) => new Set(parts[one] ? keysOf(parts[one]) : []));
      const all = new Set(keys.flatMap((of) => [...of]));
      return LANGUAGES.flatMap((one, index) =>
        [...all]
          .filter((key) => parts[one] && !keys[index]?.has(key))
          .map((key) => `${place}: ${one}.${key}`),
      );
    });
    expect(missing).toEqual([]);
  });

  it('have no letters of another language', () => {
    const foreign = TABLES.flatMap(({ place, parts }) =>
      LANGUAGES.flatMap((one) =>
        (parts[one] ? textsOf(parts[one]) : [])
          .filter((text) => FOREIGN[one].test(text))
          .map((text) => `${place}: ${one}: ${text}`),
      ),
    );
    expect(foreign).toEqual([]);
  });

  it('say nothing in English but to people who wrote English', () => {
    const english = TABLES.flatMap(({ place, parts }) =>
      (['ko', 'zh'] as const).flatMap((one) =>
        (parts[one] ? entriesOf(parts[one]) : [])
          .map(([key, entry]) => [key, textsOf(entry)] as const)
          .filter(([, texts]) => texts.some((text) => /[A-Za-z]{2}/.test(text)))
          .filter(([, texts]) => !texts.some((text) => OWN[one].test(text)))
          .filter(
            ([, texts]) =>
              !texts.every((text) => text.trim() === '' || ALIKE.test(text) || !/[A-Za-z]{2}/.test(text)),
          )
          .map(([key, texts]) => `${place}: ${one}${key}: ${texts.join('…')}`),
      ),
    );
    expect(english).toEqual([]);
  });
});
