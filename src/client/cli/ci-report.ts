/** Reports of a heal in CI for people and machines: a summary in Markdown, SARIF and JUnit XML. */
import { posix } from 'node:path';
import { choiceText } from '../../domain/heal/ambiguity';
import type { HealResult } from '../../domain/heal/result';
import { trustWords } from '../../domain/heal/verdict';
import { junitText, sarifText, type JunitCase, type SarifResult, type SarifRule } from '../../domain/report';
import { capital, outcomeText } from '../../domain/run/outcomes';
import { shellWord } from '../../domain/shell-word';
import { fenced } from '../../domain/text';

/** Patches of a run, by their file names. */
export type Patches = ReadonlyMap<string, string>;

/** Seen from where the command runs. */
export interface CiPlace {
  /** Folder of the reports. */
  readonly out: string;
  /** Folder of the project; empty: here, or it lies elsewhere. */
  readonly folder: string;
}

const RULES: readonly SarifRule[] = [
  {
    id: 'KTC-HEALED',
    title: 'A fault was mended',
    meaning: 'The repair makes all checks pass. It is written to the checkout, or in healed.patch.',
    level: 'note',
  },
  {
    id: 'KTC-SUGGESTED',
    title: 'A repair is suggested',
    meaning: 'A repair mends what fails, or a part of it, and may be wrong: choose, then apply its patch.',
    level: 'warning',
  },
  {
    id: 'KTC-RED',
    title: 'A check fails',
    meaning: 'No repair was found that makes all checks pass.',
    level: 'error',
  },
];

/** Summary for a page of CI: what was wrong, the change, who judged it, how sure it is, how to apply it. */
export function ciSummary(result: HealResult, patches: Patches, place: CiPlace): string {
  const { message, repairs, tests, confidence, delivery, notes = [], failureReport } = result;
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];
  const judged = tests.passed + tests.failed > 0;
  const counts = `${tests.passed} passed, ${tests.failed} failed${trustWords(result.trust, result.confirmedBy)}`;
  return [
    `## Kintsugi: ${outcomeText('heal', result.outcome)}`,
    '',
    capital(message),
    ...part(
      delivery.status === 'suggested' ? 'What may be wrong' : 'What was wrong',
      repairs.map(({ rootCause }) => `- ${rootCause}`),
    ),
    ...part(
      'Choices',
      delivery.status === 'suggested' ? delivery.choices.map((one) => `- ${choiceText(one)}`) : [],
    ),
    ...part(
      'What changed',
      [...patches].map(([name, text]) => `${name}\n\n${fenced(text.trimEnd(), 'diff').join('\n')}`),
    ),
    ...part('Checks', judged ? [counts] : []),
    ...part('Confidence', confidence ? [`${confidence.level} (${confidence.reason})`] : []),
    ...part('How to apply', applying(result, patches, place)),
    ...part(
      'Notes',
      notes.map((note) => `- ${note}`),
    ),
    ...part('What failed', failureReport === undefined ? [] : fenced(failureReport)),
    '',
  ].join('\n');
}

function applying({ delivery }: HealResult, patches: Patches, { out, folder }: CiPlace): string[] {
  if (delivery.status === 'published')
    return ['The repair is in the files of this checkout; nothing is committed.'];
  const where = folder === '' ? '' : `--directory=${shellWord(folder)} `;
  return [...patches.keys()].map((name) => `    git apply ${where}${shellWord(posix.join(out, name))}`);
}

/** Faults and repairs as SARIF 2.1.0. `version`: of Kintsugi. */
export function ciSarif(result: HealResult, version: string, { folder }: CiPlace): string {
  const results = found(result).map((one) => ({
    ...one,
    ...(one.path !== undefined && { path: posix.join(folder, one.path) }),
  }));
  return sarifText({ name: 'kintsugi ci', version }, RULES, results, { outcome: result.outcome });
}

function found({ status, repairs, delivery, record, message }: HealResult): SarifResult[] {
  const id = delivery.status === 'suggested' ? 'KTC-SUGGESTED' : 'KTC-HEALED';
  const red = { id: 'KTC-RED', message, ...placeIn(record.errorAnalysis?.errorLocation ?? '') };
  const isPart = delivery.status === 'suggested' && delivery.stillFailing !== undefined;
  if (status === 'recovered' || delivery.status === 'suggested') {
    const mended = repairs.map(({ rootCause }) => ({ id, message: rootCause, ...placeIn(rootCause) }));
    return isPart ? [...mended, red] : mended;
  }
  return status === 'completed' ? [] : [red];
}

/** `src/sum.ts:3` at the beginning of a text. */
function placeIn(text: string): { path?: string; line?: number } {
  const [, path, line] = /^([^\s:]{1,300}):(\d{1,9})/.exec(text) ?? [];
  return path === undefined ? {} : { path, line: Number(line) };
}

/** Tests that a repair mends, or what fails, as JUnit XML. */
export function ciJunit(result: HealResult): string {
  const { status, fixedTests, message, delivery, finalError } = result;
  const isWritten = delivery.status === 'published';
  const mended = fixedTests.map((name): JunitCase => ({
    ...{ group: 'kintsugi ci', name },
    ...(isWritten
      ? { end: 'told', text: 'fails no more: its repair is in the files of this checkout' }
      : { end: 'failure', text: 'fails: a repair is in the patch beside this file' }),
  }));
  const isRed = status !== 'completed' && !isWritten;
  const red: JunitCase = { group: 'kintsugi ci', name: 'all checks pass', text: finalError ?? message };
  return junitText(`kintsugi ci: ${outcomeText('heal', result.outcome)}`, [
    ...mended,
    isRed ? { ...red, end: 'failure' } : { group: red.group, name: red.name },
  ]);
}
