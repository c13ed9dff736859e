import type { Trust } from '../verification/verification';

const WORDS: Record<Trust, string> = {
  sandbox: '',
  none: '',
  command: ' (verified by commands, whose verdict the code under test could influence)',
  mixed: ' (verified in part by commands, whose verdict the code under test could influence)',
};

/** Words to add to a verdict that commands gave, or that a test runner confirmed; empty for others. */
export function trustWords(trust: Trust | undefined, confirmedBy?: string): string {
  const confirmed = confirmedBy === undefined ? '' : ` (confirmed by ${confirmedBy})`;
  return trust === undefined ? confirmed : `${WORDS[trust]}${confirmed}`;
}
