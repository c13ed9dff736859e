import type { TreeDiff } from '../../src/domain/files/workspace';
import type { Answer } from '../../src/domain/run/questions';
import type { Handled } from '../../src/domain/session/handling';
import { sessionMachine } from '../../src/domain/session/machine';
import type { SavedState, SessionChange, SessionEffect, SessionEvent } from '../../src/domain/session/state';
import { classify } from './classifier';
import { asBlob, asTree } from './hashes';
import { verification } from './verifications';
import { playRun } from './pure-host';

export const hash = (digit: string) => asTree(digit.repeat(64));
export const yes: Answer = { hash: '00000000', decision: 'approve', scope: 'once' };
export const no: Answer = { hash: '00000000', decision: 'reject', reason: 'too long', scope: 'once' };
export const forAll: Answer = { ...yes, scope: 'kind' };

const input = (more: object = {}) => ({
  directory: { hostId: 'host-1', hostName: 'here', realpath: '/project' },
  ...more,
});

/** A change of so many files that leads to a tree. */
export function change(tree: string, files = 1): TreeDiff {
  return {
    base: hash('0'),
    tree: hash(tree),
    hash: hash('c'),
    files: Array.from({ length: files }, (_, index) => ({
      path: `src/file-${index}.ts`,
      change: 'modified' as const,
      addedLines: 1,
      removedLines: 1,
    })),
    fileCount: files,
    size: files,
    excerpt: '-a\n+b',
  };
}

type Message = { name: 'submit' | 'trigger' | 'close'; message: object };
export const submit = (text: string, more: object = {}): Message => ({
  name: 'submit',
  message: { text, ...more },
});
export const trigger = (name: string): Message => ({ name: 'trigger', message: { trigger: name } });

interface Given {
  messages: Message[];
  handled?: (effect: Extract<SessionEffect, { type: 'handle' }>) => Handled;
  answers?: Answer[];
  more?: (effect: SessionEffect) => SessionEvent | undefined;
  settings?: object;
}

/** Plays a session that is told the messages one after the other, and then ends. */
export function play({ messages, handled, answers, more, settings }: Given) {
  const left = [...messages];
  const saved: SavedState[] = [];
  const told: string[] = [];
  const undone: SessionChange[] = [];
  let count = 0;
  const perform = (effect: SessionEffect): SessionEvent => {
    const own = more?.(effect);
    if (own) return own;
    switch (effect.type) {
      case 'capture':
        return { type: 'captured', files: { tree: hash('0') }, hasModel: false };
      case 'receive': {
        const next = left.shift() ?? { name: 'close', message: {} };
        count += 1;
        return { type: 'received', number: count, ...next };
      }
      case 'classify':
        return { type: 'classified', reading: classify(effect.text) };
      case 'intent':
        return { type: 'intended' };
      case 'handle':
        return { type: 'handled', handled: handled?.(effect) ?? { status: 'done', answer: effect.mode } };
      case 'begin-talk':
      case 'think':
      case 'call-tools':
      case 'end-talk':
        throw new Error('no model works in this session');
      case 'commit':
        return { type: 'not-committed', reason: 'there is no repository' };
      case 'edit':
        return { type: 'edited', change: change('e'), verification: verification() };
      case 'publish':
        return {
          type: 'published',
          files: { tree: effect.tree },
          paths: ['src/file-0.ts'],
          change: { before: effect.base, after: effect.tree },
        };
      case 'rewind':
        undone.push(...effect.undo);
        return {
          type: 'published',
          files: effect.restored ?? { tree: hash('0') },
          paths: ['src/file-0.ts'],
          change: { before: hash('1'), after: hash('0') },
        };
      case 'save':
        saved.push(effect.record);
        return { type: 'saved', saved: asBlob(saved.length.toString(16).padStart(64, '0')) };
      case 'load': {
        const record = saved[Number.parseInt(effect.saved, 16) - 1];
        if (!record) throw new Error('nothing was saved there');
        return { type: 'loaded', record };
      }
    }
  };
  const run = playRun(sessionMachine, input(settings), {
    perform,
    answers,
    onState: ({ events }) => told.push(...events.recent.map(({ text }) => text)),
  });
  const { result, seen } = run;
  const effects = seen.map(({ effect }) => effect.type);
  const transitions = result.transitions.map(({ trigger: by, to }) => `${by} ${to}`);
  return { run, result, effects, transitions, told, undone };
}

export const coded = (more: Partial<Handled> = {}): Handled => ({
  status: 'done',
  answer: 'written',
  change: change('1'),
  trigger: 'code_complete',
  ...more,
});
