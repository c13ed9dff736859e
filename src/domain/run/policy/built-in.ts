import { PROTECTIONS } from '../../verification/protected-paths';
import type { ApprovalLevel } from '../input';
import { kindOf, TOOLS } from './act';
import type { Concern } from './conditions';
import type { LoadedRule } from './loaded-rule';

/** Facts of a run that built-in rules depend on. */
export interface PolicyFacts {
  level: ApprovalLevel;
  /** The user lets commands run where bubblewrap is missing. */
  allowUnsandboxed?: boolean;
}

type Row = Omit<LoadedRule, 'source' | 'number'>;

const isTool =
  (wanted: string): Concern =>
  ({ tool }) =>
    tool === wanted;

/** Files that decide how a project is verified: whoever could edit one could pass any check. */
const PROTECTED: readonly Row[] = PROTECTIONS.map(({ is, reason, match, notMatch }) => ({
  name: 'edit',
  decision: 'deny',
  reason: ['judges', reason],
  concerns: isTool('edit'),
  holds: ({ path }) => (path !== undefined && is(path) ? 'yes' : 'no'),
  match,
  notMatch,
  given: { tool: 'edit', path: '**' },
}));

const ISOLATION: Row = {
  name: 'tool "unisolated-command"',
  decision: 'deny',
  reason: ['isolated'],
  concerns: isTool('unisolated-command'),
  holds: () => 'yes',
  match: ['unisolated-command'],
  notMatch: ['command', 'check'],
  given: { tool: 'unisolated-command' },
};

/** Rules of an approval level: they speak of every act that is no part of another one. MEDIUM leaves it to the kind of the act. */
const LEVELS: Readonly<Record<ApprovalLevel, readonly Row[]>> = {
  LOW: [
    {
      ...everyAct('allow', ['low']),
      // What a server of the user's does reaches out of the run.
      concerns: ({ tool }) => Object.hasOwn(TOOLS, tool) && TOOLS[tool]?.isPart !== true,
      match: ['publish', 'execute', 'repair', 'command'],
      notMatch: ['edit', 'change', 'check', 'suggested-check', 'mcp:mail/send'],
    },
  ],
  MEDIUM: [],
  HIGH: [everyAct('ask', ['high'])],
};

function everyAct(decision: 'allow' | 'ask', reason: LoadedRule['reason']): Row {
  return {
    name: 'every action',
    decision,
    reason,
    concerns: ({ tool }) => kindOf(tool).isPart !== true,
    holds: () => 'yes',
    match: ['publish', 'execute', 'repair', 'command', 'mcp:mail/send'],
    notMatch: ['edit', 'change', 'check', 'suggested-check'],
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
