/** A case of a report; the first line of what it says is its message. */
export interface JunitCase {
  readonly group: string;
  readonly name: string;
  /** Absent: it passed. `told`: it passed, and something is to be said of it. */
  readonly end?: 'failure' | 'skipped' | 'told';
  readonly text?: string;
}

/** Cases as JUnit XML. */
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
