import { plural } from '../../text';
import { kindOf, placeOf } from '../findings';
import type { GateVerdict } from '../verdict';

const WORDS = { proven: 'Proven', refused: 'Refused', unjudged: 'Cannot be judged' } as const;
const MARKS = { refuses: '✘', notes: '·', unjudges: '?' } as const;

/** `Refused: 2 findings refuse the change of 3 files; 12 tests passed, 1 failed` */
export function headline({ verdict, findings, files, tests }: GateVerdict): string {
  const refusing = findings.filter(({ id }) => kindOf(id).weight === 'refuses').length;
  const why = refusing === 0 ? '' : `${plural(refusing, 'finding')}, `;
  const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
  return `${WORDS[verdict]}: ${why}${plural(files, 'file')} changed; ${plural(tests.passed, 'test')} passed, ${tests.failed} failed${skipped}`;
}

/** A verdict for people, a finding a line. */
export function textOf(verdict: GateVerdict): string {
  const lines = verdict.findings.map((one) => {
    const place = placeOf(one);
    return `  ${MARKS[kindOf(one.id).weight]} ${one.id}${place === undefined ? '' : ` ${place}`}\n    ${one.message}`;
  });
  const recorded = verdict.isRecorded ? ['  The files are as at the last check; its verdict stands.'] : [];
  return [headline(verdict), ...recorded, ...lines].join('\n');
}
