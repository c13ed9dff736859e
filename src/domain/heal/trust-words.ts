import type { Trust } from '../verification';

const WORDS: Record<Trust, string> = {
  sandbox: '',
  none: '',
  command: ' (judged by commands, whose verdict the code under test could influence)',
  mixed: ' (judged in part by commands, whose verdict the code under test could influence)',
};

/** What is to be said after a verdict that the sandbox alone did not give; empty where it did. */
export function trustWords(trust: Trust | undefined): string {
  return trust === undefined ? '' : WORDS[trust];
}
