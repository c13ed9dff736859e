import type { HealInput } from '../domain/heal/input';
import { plural } from '../domain/text';

type Verified = Pick<HealInput, 'taskType' | 'verification'>;
/** Takes the secrets out of a text. */
type Redacted = (text: string) => string;

/** Checks that verify the change of a run, in Markdown; none for an answer, which runs none. */
export function checkTexts({ taskType, verification }: Verified, redacted: Redacted): string[] {
  if (taskType === 'chat_reply') return [];
  const { tests, commands } = verification;
  const globs = (tests ?? []).map((glob) => `the tests of \`${redacted(glob)}\``);
  const checks = commands.map(({ command }) => `\`${redacted(command)}\``);
  if (tests === undefined && commands.length === 0) return ['the tests that the project has'];
  return [...globs, ...checks];
}

/** Request of a run that only repairs, in words: `make npm test and 1 more check pass`. */
export function healText({ verification }: Pick<HealInput, 'verification'>, redacted: Redacted): string {
  const { tests, commands } = verification;
  const globs = (tests ?? []).map((glob) => `the tests of ${redacted(glob)}`);
  const [first, ...more] = [...commands.map(({ command }) => redacted(command)), ...globs];
  if (first === undefined) return tests === undefined ? 'make its tests pass' : 'make its checks pass';
  return `make ${first}${more.length > 0 ? ` and ${plural(more.length, 'more check')}` : ''} pass`;
}
