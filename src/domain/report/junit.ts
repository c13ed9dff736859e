const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

type Level = 'error' | 'warning' | 'note';

/** A kind of findings. */
export interface SarifRule {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly level: Level;
}

/** A finding; `path` is relative to the project. */
export interface SarifResult {
  readonly id: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** A case of a report; the first line of what it says is its message. */
export interface JunitCase {
  readonly group: string;
  readonly name: string;
  /** Absent: it passed. `told`: it passed, and something is to be said of it. */
  readonly end?: 'failure' | 'skipped' | 'told';
  readonly text?: string;
}

export function junitText(suite: string, cases: readonly JunitCase[]): string {
  const count = (end: JunitCase['end']): number => cases.filter((one) => one.end === end).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `<testsuite name="${xml(suite)}" ${counts}>`,
    ...cases.map(caseText),
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseText({ group, name, end, text = '' }: JunitCase): string {
  const open = `<testcase classname="${xml(group)}" name="${xml(name)}"`;
  const message = xml(text.split('\n', 1)[0] ?? '');
  switch (end) {
    case undefined:
      return `${open}/>`;
    case 'told':
      return `${open}><system-out>${xml(text)}</system-out></testcase>`;
    case 'skipped':
      return `${open}><skipped message="${message}"/></testcase>`;
    case 'failure':
      return `${open}><failure message="${message}" type="${xml(group)}">${xml(text)}</failure></testcase>`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of XML; control characters, which XML 1.0 can't hold, become blanks. */
function xml(text: string): string {
  return [...text]
    .map((character) => (character < ' ' && character !== '\n' ? ' ' : (ESCAPES[character] ?? character)))
    .join('');
}

/** Findings as SARIF 2.1.0. `tool`: who found them, `version`: of Kintsugi. */
export function sarifText(
  tool: { readonly name: string; readonly version: string },
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
  properties: object,
): string {
  const levels = new Map(rules.map(({ id, level }) => [id, level]));
  const driver = {
    ...tool,
    rules: rules.map(({ id, title, meaning, level }) => ({
      id,
      shortDescription: { text: title },
      fullDescription: { text: meaning },
      defaultConfiguration: { level },
    })),
  };
  const told = results.map((one) => ({
    ruleId: one.id,
    ruleIndex: rules.findIndex(({ id }) => id === one.id),
    level: levels.get(one.id),
    message: { text: one.message },
    locations: locationsOf(one),
  }));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, results: told, properties }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationsOf({ path, line }: SarifResult): object[] {
  if (path === undefined) return [];
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const region = line === undefined ? {} : { region: { startLine: line } };
  return [{ physicalLocation: { artifactLocation: { uri }, ...region } }];
}
