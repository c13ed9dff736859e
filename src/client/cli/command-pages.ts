/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports -- a page is loaded when it is asked for */
/** Pages of commands. A page is loaded when a command of it is given: loading all of them takes longer than most commands. */
import { COMMAND_NAMES, type Cli, type CommandPage } from './command-names';

/** Adds the commands of a page to the program. */
export type AddCommands = (cli: Cli) => void;

const PAGES: Readonly<Record<CommandPage, () => AddCommands>> = {
  heal: () => {
    const { addAgentCommand, addHealCommand } = require('./heal-command') as typeof import('./heal-command');
    return (cli) => {
      addHealCommand(cli);
      addAgentCommand(cli);
    };
  },
  schedule: () => (require('./schedule-command') as typeof import('./schedule-command')).addScheduleCommand,
  code: () => (require('./code-command') as typeof import('./code-command')).addCodeCommand,
  ci: () => (require('./ci-command') as typeof import('./ci-command')).addCiCommand,
  gate: () => (require('./gate-command') as typeof import('./gate-command')).addGateCommand,
  guard: () => (require('./guard/guard-command') as typeof import('./guard/guard-command')).addGuardCommand,
  hooks: () => (require('./hooks/hooks-command') as typeof import('./hooks/hooks-command')).addHooksCommand,
  goal: () => (require('./goal-command') as typeof import('./goal-command')).addGoalCommands,
  chat: () => (require('./chat/chat-command') as typeof import('./chat/chat-command')).addChatCommand,
  acp: () => (require('./acp/acp-command') as typeof import('./acp/acp-command')).addAcpCommand,
  mcp: () => (require('./mcp/mcp-command') as typeof import('./mcp/mcp-command')).addMcpCommand,
  session: () => (require('./session-commands') as typeof import('./session-commands')).addSessionCommands,
  run: () => (require('./run-commands') as typeof import('./run-commands')).addRunCommands,
  inbox: () => (require('./inbox-command') as typeof import('./inbox-command')).addInboxCommand,
  ui: () => (require('./ui-command') as typeof import('./ui-command')).addUiCommand,
  rollback: () =>
    (require('./rollback-commands') as typeof import('./rollback-commands')).addRollbackCommands,
  fork: () => (require('./fork-command') as typeof import('./fork-command')).addForkCommand,
  publish: () => (require('./publish-command') as typeof import('./publish-command')).addPublishCommand,
  navigation: () =>
    (require('./navigation-commands') as typeof import('./navigation-commands')).addNavigationCommands,
  graph: () => (require('./graph-commands') as typeof import('./graph-commands')).addGraphCommands,
  service: () => (require('./service-commands') as typeof import('./service-commands')).addServiceCommands,
  settings: () =>
    (require('./settings-commands') as typeof import('./settings-commands')).addSettingsCommands,
  policy: () => (require('./policy-commands') as typeof import('./policy-commands')).addPolicyCommands,
  explain: () => (require('./explain-command') as typeof import('./explain-command')).addExplainCommand,
  workspace: () =>
    (require('./workspace-commands') as typeof import('./workspace-commands')).addWorkspaceCommands,
  store: () => (require('./store-commands') as typeof import('./store-commands')).addStoreCommands,
};

/** Headings of `--help`, each with its pages in order. */
const GROUPS: readonly (readonly [heading: string, pages: readonly CommandPage[]])[] = [
  [
    'Runs:',
    [
      'heal',
      'ci',
      'gate',
      'guard',
      'hooks',
      'code',
      'goal',
      'chat',
      'acp',
      'mcp',
      'session',
      'run',
      'inbox',
      'ui',
      'rollback',
      'fork',
      'publish',
      'schedule',
    ],
  ],
  ['Code:', ['navigation', 'graph']],
  ['Service:', ['service', 'settings', 'policy', 'explain']],
  ['Data:', ['workspace', 'store']],
];

/** Adds the commands of the page that a command is on; those of all pages for `undefined` and for names of no command. */
export function addCommands(name: string | undefined, cli: Cli): void {
  const all = GROUPS.flatMap(([, pages]) => pages);
  const page = all.find((one) => (COMMAND_NAMES[one] as readonly string[]).includes(name ?? ''));
  for (const [heading, pages] of GROUPS) {
    cli.program.commandsGroup(heading);
    for (const one of pages) if (page === undefined || one === page) PAGES[one]()(cli);
  }
}
