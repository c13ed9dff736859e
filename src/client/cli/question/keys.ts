import type { Question } from '../../../domain/run/questions';

/** Reply that a terminal takes to the question whether something may be done. */
export type Reply = 'yes' | 'no' | 'diff' | 'edit' | 'reject' | 'later' | 'help';

interface Key {
  key: string;
  reply: Reply;
  help: string;
  /** Only where there is a change or a plan to look at. */
  ofChange?: true;
}

const KEYS: readonly Key[] = [
  { key: 'y', reply: 'yes', help: 'yes: allow it' },
  { key: 'n', reply: 'no', help: 'no: reject it' },
  { key: 'd', reply: 'diff', help: 'show the change again', ofChange: true },
  {
    key: 'e',
    reply: 'edit',
    help: 'edit the changed files, then allow them: they are verified again',
    ofChange: true,
  },
  { key: 'r', reply: 'reject', help: 'reject it with a reason, which the next try is told' },
  { key: 'l', reply: 'later', help: 'decide later: the run waits (Ctrl-C and Ctrl-D do the same)' },
  { key: '?', reply: 'help', help: 'show this list' },
];

type About = Pick<Question, 'kind'>;

function keysOf({ kind }: About): readonly Key[] {
  return KEYS.filter(({ ofChange }) => !ofChange || kind === 'publish' || kind === 'plan');
}

/** `y,n,d,e,r,l,?`: the keys that a question takes. */
export function keyList(question: About): string {
  return keysOf(question)
    .map(({ key }) => key)
    .join(',');
}

/** The keys of a question with their meanings, a line each. */
export function keyHelp(question: About): string[] {
  return keysOf(question).map(({ key, help }) => `  ${key}  ${help}`);
}

/** Meaning of what was typed: a key or its whole word. Undefined: neither. */
export function readReply(question: About, typed: string): Reply | undefined {
  const text = typed.trim().toLowerCase();
  return keysOf(question).find(({ key, reply }) => text === key || text === reply)?.reply;
}
