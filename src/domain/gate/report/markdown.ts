import { kindOf, placeOf } from '../findings';
import type { GateVerdict } from '../verdict';
import { headline } from './text';

/** A verdict as Markdown, for a comment on a change. */
export function markdownOf(verdict: GateVerdict): string {
  const rows = verdict.findings.map(
    (one) => `| ${kindOf(one.id).weight} | ${one.id} | ${cell(placeOf(one) ?? '')} | ${cell(one.message)} |`,
  );
  const table =
    rows.length === 0 ? [] : ['', '|  | id | place | finding |', '| --- | --- | --- | --- |', ...rows];
  return [`**${headline(verdict)}**`, ...table, ''].join('\n');
}

/** A text in one cell: a change may hold names that would end it, or open a tag. */
function cell(text: string): string {
  return text.replace(/[\\|`<>*_[\]]/g, (character) => `\\${character}`).replace(/\s+/g, ' ');
}
