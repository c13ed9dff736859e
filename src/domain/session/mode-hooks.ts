import type { ModeContext } from './context';
import type { MadeTransition } from './mode-state';
import type { AgentMode } from './modes';
import { REJECTED } from './transitions/index';

/** Work on the context that modes share, done when a mode is entered or left. */
export type ModeHook = (context: ModeContext, by: MadeTransition) => ModeContext;

/** Hooks of a mode. */
export interface ModeHooks {
  readonly enter?: ModeHook;
  readonly exit?: ModeHook;
}

/** A new search looks at the project anew. After a "no" it goes on with the files that the refused work was about. */
const looksAnew: ModeHook = (context, { trigger }) =>
  trigger === REJECTED ? context : { ...context, currentFiles: [], currentSymbols: [] };

/** Code that is asked for out of the blue counts its own files alone: those of earlier tasks make no change large. */
const countsAnew: ModeHook = (context, { trigger }) =>
  trigger === 'code_intent' ? { ...context, currentFiles: [], currentSymbols: [] } : context;

/** Results of an earlier run say nothing about the coming one. */
const forgetsResults: ModeHook = (context) => ({
  ...context,
  lastTestResults: undefined,
  coverageData: undefined,
});

/** A commit is of all that is pending. */
const stagesPending: ModeHook = (context) => ({
  ...context,
  stagedFiles: [...new Set(context.pendingChanges.map(({ path }) => path))],
});

/** Files staged and not committed are staged no more; those committed stay named. */
const unstages: ModeHook = (context, { trigger }) =>
  trigger === 'committed' ? context : { ...context, stagedFiles: [] };

/** The error is found: what mends it is tested next, and an older trace would mislead a later search. */
const leavesError: ModeHook = (context, { trigger }) =>
  trigger === 'fix_applied' ? { ...context, lastError: undefined, errorStackTrace: undefined } : context;

/** Hooks by mode; the modes that are not named take the context as it is. */
const HOOKS: Readonly<Partial<Record<AgentMode, ModeHooks>>> = {
  context_navigation: { enter: looksAnew },
  implementation: { enter: countsAnew },
  debug: { exit: leavesError },
  test: { enter: forgetsResults },
  verification: { enter: forgetsResults },
  git_workflow: { enter: stagesPending, exit: unstages },
  impact_analysis: { enter: (context) => ({ ...context, impactNodes: [] }) },
  dependency_intelligence: { enter: (context) => ({ ...context, dependencyChain: [] }) },
};

/** The context after a mode is left: first of the three parts of a transition. */
export function leave(context: ModeContext, by: MadeTransition): ModeContext {
  return HOOKS[by.from]?.exit?.(context, by) ?? context;
}

/** The context after a mode is entered: last of the three parts of a transition. */
export function enter(context: ModeContext, by: MadeTransition): ModeContext {
  return HOOKS[by.to]?.enter?.(context, by) ?? context;
}
