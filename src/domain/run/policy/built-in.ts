import { PROTECTIONS } from '../../verification/protected-paths';
import type { ApprovalLevel } from '../input';
import { kindOf } from './act';
import type { Condition } from './conditions';
import type { Certainty } from './decision';
import type { LoadedRule } from './loaded-rule';

/** Facts of a run that built-in rules depend on. */
export interface PolicyFacts {
  level: ApprovalLevel;
  /** The user lets commands run where bubblewrap is missing. */
  allowUnsandboxed?: boolean;
}

type Row = Omit<LoadedRule, 'source' | 'number'>;

const sure = (holds: boolean): Certainty => (holds ? 'yes' : 'no');
const isTool =
  (wanted: string): Condition =>
  ({ tool }) =>
    sure(tool === wanted);

/** Files that decide how a project is verified: whoever could edit one could pass any check. */
const PROTECTED: readonly Row[] = PROTECTIONS.map(({ is, reason, match, notMatch }) => ({
  name: `edit of a file that ${reason}`,
  decision: 'deny',
  reason: `A file that ${reason} decides what passes, so no repair edits it.`,
  holds: ({ tool, path }) => sure(tool === 'edit' && path !== undefined && is(path)),
  match,
  notMatch,
  given: { tool: 'edit', path: '**' },
}));

const ISOLATION: Row = {
  name: 'tool "unisolated-command"',
  decision: 'deny',
  reason: 'Commands run under bubblewrap only, unless --allow-unsandboxed is given.',
  holds: isTool('unisolated-command'),
  match: ['unisolated-command'],
  notMatch: ['command', 'check'],
  given: { tool: 'unisolated-command' },
};

/** What an approval level says of every act that is no part of another one. MEDIUM leaves it to the kind of the act. */
const LEVELS: Readonly<Record<ApprovalLevel, readonly Row[]>> = {
  LOW: [everyAct('allow', '--approval low asks before nothing.')],
  MEDIUM: [],
  HIGH: [everyAct('ask', '--approval high asks before every action.')],
};

function everyAct(decision: 'allow' | 'ask', reason: string): Row {
  return {
    name: 'every action',
    decision,
    reason,
    holds: ({ tool }) => sure(kindOf(tool).isPart !== true),
    match: ['publish', 'execute', 'repair', 'command', 'mcp:mail/send'],
    notMatch: ['edit', 'check', 'suggested-check'],
    given: { tool: '*' },
  };
}

/** Rules that need no file: those that keep verdicts honest first, then those of the approval level. */
export function builtInRules({ level, allowUnsandboxed = false }: PolicyFacts): LoadedRule[] {
  const rows = allowUnsandboxed ? PROTECTED : [...PROTECTED, ISOLATION];
  return [
    ...rows.map((row, index): LoadedRule => ({ ...row, source: 'built-in', number: index + 1 })),
    ...LEVELS[level].map((row, index): LoadedRule => ({ ...row, source: 'approval', number: index + 1 })),
  ];
}
