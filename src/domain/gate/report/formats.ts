import { junitText, sarifText } from '../../report/index';
import { FINDINGS, kindOf, placeOf, type FindingId } from '../findings';
import type { GateVerdict } from '../verdict';

const IDS = Object.keys(FINDINGS) as FindingId[];
const LEVELS = { refuses: 'error', notes: 'note', unjudges: 'warning' } as const;
const ENDS = { refuses: 'failure', notes: 'told', unjudges: 'skipped' } as const;

/** A verdict as SARIF 2.1.0, whose rules are all findings that there are. `version`: of Kintsugi. */
export function sarifOf({ findings, verdict }: GateVerdict, version: string): string {
  const rules = IDS.map((id) => ({ id, ...kindOf(id), level: LEVELS[kindOf(id).weight] }));
  return sarifText({ name: 'kintsugi gate', version }, rules, findings, { verdict });
}

/** A verdict as JUnit XML: a case for each finding that there is; what refuses has failed, and what cannot be judged is skipped. */
export function junitOf({ findings, verdict }: GateVerdict): string {
  const cases = IDS.map((id) => {
    const { title: name, weight } = kindOf(id);
    const found = findings.filter((one) => one.id === id);
    const text = found.map((one) => `${placeOf(one) ?? ''} ${one.message}`.trim()).join('\n');
    return { group: id, name, text, end: found.length === 0 ? undefined : ENDS[weight] };
  });
  return junitText(`kintsugi gate: ${verdict}`, cases);
}
