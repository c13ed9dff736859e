import type { Command } from 'commander';
import type { Config } from '../../config';
import type { ExitCode } from '../../domain/kintsugi-error';

/** Names of the commands by the page that adds them; every page is a module of its own, which is loaded when it is asked for. */
export const COMMAND_NAMES = {
  heal: ['heal', 'agent'],
  code: ['code'],
  ci: ['ci'],
  gate: ['gate'],
  guard: ['guard'],
  hooks: ['hooks'],
  goal: ['goal', 'learned'],
  chat: ['chat'],
  acp: ['acp'],
  mcp: ['mcp'],
  session: ['ask'],
  run: [
    'list',
    'status',
    'watch',
    'approve',
    'reject',
    'topup',
    'answer',
    'revoke',
    'cancel',
    'diff',
    'report',
  ],
  inbox: ['inbox'],
  ui: ['ui'],
  rollback: ['checkpoints', 'rollback'],
  fork: ['fork'],
  publish: ['publish'],
  schedule: ['schedule'],
  navigation: ['search', 'map'],
  graph: ['definition', 'references', 'callers', 'callees', 'impact'],
  service: ['up', 'down', 'doctor', 'setup', 'ready'],
  settings: ['settings'],
  policy: ['policy'],
  explain: ['explain'],
  workspace: ['workspace'],
  store: ['store'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Module that adds commands. */
export type CommandPage = keyof typeof COMMAND_NAMES;

/** Parts that a page adds its commands with. */
export interface Cli {
  program: Command;
  config(this: void): Config;
  exit(this: void, code: ExitCode): void;
}
