import type { Trust } from '../verification/verification';

const WORDS: Record<Trust, string> = {
  sandbox: '',
  none: '',
  command: ' (judged by commands, whose verdict the code under test could influence)',
  mixed: ' (judged in part by commands, whose verdict the code under test could influence)',
};

/** What is to be said after a verdict that the sandbox alone did not give, or did not give alone; empty where it did. */
export function trustWords(trust: Trust | undefined, confirmedBy?: string): string {
  const confirmed = confirmedBy === undefined ? '' : ` (confirmed by ${confirmedBy})`;
  return trust === undefined ? confirmed : `${WORDS[trust]}${confirmed}`;
}
