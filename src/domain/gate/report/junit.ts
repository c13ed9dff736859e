import { FINDINGS, kindOf, placeOf, type Finding, type FindingId } from '../findings';
import type { GateVerdict } from '../verdict';

/** A verdict as JUnit XML: a case for each finding that there is; what refuses has failed, and what cannot be judged is skipped. */
export function junitOf({ findings, verdict }: GateVerdict): string {
  const cases = (Object.keys(FINDINGS) as FindingId[]).map((id) =>
    caseOf(
      id,
      findings.filter((one) => one.id === id),
    ),
  );
  const count = (tag: string): number => cases.filter((text) => text.includes(`<${tag}`)).length;
  const counts = `tests="${cases.length}" failures="${count('failure')}" skipped="${count('skipped')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `<testsuite name="kintsugi gate: ${verdict}" ${counts}>`,
    ...cases,
    '</testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseOf(id: FindingId, found: readonly Finding[]): string {
  const { title, weight } = kindOf(id);
  const open = `<testcase classname="${id}" name="${xml(title)}"`;
  if (found.length === 0) return `${open}/>`;
  const text = xml(found.map((one) => `${placeOf(one) ?? ''} ${one.message}`.trim()).join('\n'));
  const first = xml(found[0]?.message ?? '');
  if (weight === 'notes') return `${open}><system-out>${text}</system-out></testcase>`;
  if (weight === 'unjudges') return `${open}><skipped message="${first}"/></testcase>`;
  return `${open}><failure message="${first}" type="${id}">${text}</failure></testcase>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of XML; control characters, which XML 1.0 can't hold, become blanks. */
function xml(text: string): string {
  return [...text]
    .map((character) => (character < ' ' && character !== '\n' ? ' ' : (ESCAPES[character] ?? character)))
    .join('');
}
