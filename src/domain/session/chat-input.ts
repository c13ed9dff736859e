import { ApprovalLevel } from '../run/input';
import { AgentMode, type AgentMode as Mode } from './modes';
import { legalTriggers } from './transitions/index';

/** Commands of a chat by their names: what may follow them, and a line of help. */
export const CHAT_COMMANDS = {
  mode: { args: '[MODE or TRIGGER]', help: 'list the modes and triggers, or move to one' },
  approve: { args: '[LOW, MEDIUM or HIGH]', help: 'show or set when you are asked' },
  rewind: { args: '[N]', help: 'take files, conversation and mode back to a checkpoint' },
  plan: { args: '', help: 'show the ways on from here, and the last turns' },
  auto: { args: '[N]', help: 'let up to N further modes follow a task by themselves' },
  cost: { args: '', help: 'show tokens and money spent so far' },
  status: { args: '', help: 'show how the session stands' },
  help: { args: '', help: 'show this list' },
  quit: { args: '', help: 'leave; the session stays open (Ctrl-D does the same)' },
  close: { args: '', help: 'end the session and leave' },
} as const;
export type ChatCommand = keyof typeof CHAT_COMMANDS;

/** Meaning of an input: a task, a command with the rest of its line, or a command that there is not. */
export type ChatInput =
  | { type: 'nothing' }
  | { type: 'task'; text: string }
  | { type: 'command'; name: ChatCommand; rest: string }
  | { type: 'unknown'; name: string };

/** Reads an input. A blank before a slash makes a task of it. */
export function readChatInput(typed: string): ChatInput {
  const text = typed.trim();
  if (text === '') return { type: 'nothing' };
  if (!typed.startsWith('/')) return { type: 'task', text };
  const [word = '', ...rest] = text.slice(1).split(/\s+/);
  const name = word.toLowerCase();
  return Object.hasOwn(CHAT_COMMANDS, name)
    ? { type: 'command', name: name as ChatCommand, rest: rest.join(' ') }
    : { type: 'unknown', name: word };
}

export interface ChatFacts {
  readonly mode: Mode;
  /** Numbers of the checkpoints that can be gone back to. */
  readonly checkpoints: readonly number[];
}

/** Completion of a line: the texts that fit, and the part of the line that each of them replaces. */
export interface Completion {
  readonly fits: readonly string[];
  readonly part: string;
}

/** Completion of a command or of its argument; undefined where the line is no command. */
export function completeCommand(line: string, facts: ChatFacts): Completion | undefined {
  if (!line.startsWith('/')) return undefined;
  const [command = '', ...args] = line.split(' ');
  const part = args.at(-1);
  if (part === undefined) return fitting(namesOfCommands(), command);
  return args.length > 1 ? { fits: [], part } : fitting(argumentsOf(command.slice(1), facts), part);
}

function namesOfCommands(): string[] {
  return Object.entries(CHAT_COMMANDS).map(([name, { args }]) => `/${name}${args === '' ? '' : ' '}`);
}

function argumentsOf(command: string, { mode, checkpoints }: ChatFacts): readonly string[] {
  switch (command) {
    case 'mode':
      return [...AgentMode.options, ...legalTriggers(mode)];
    case 'approve':
      return ApprovalLevel.options;
    case 'rewind':
      return checkpoints.map(String);
    default:
      return [];
  }
}

function fitting(all: readonly string[], part: string): Completion {
  const wanted = part.toLowerCase();
  return { fits: all.filter((one) => one.toLowerCase().startsWith(wanted)), part };
}
