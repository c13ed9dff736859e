/** Functions around the code of modules. */
import { MODULE_PARAMETERS, SCRIPT_API_NAMES, TEST_API_NAMES } from '../wrapper';
import type { ModuleKind } from '../wrapper';

/** Whose parameters a module gets. */
export type Side = 'program' | 'test' | 'script';

/** How a module is wrapped. */
export interface Form {
  side: Side;
  /** Names of globals that are parameters. */
  globals: readonly string[];
}

export const PROGRAM_FORM: Form = { side: 'program', globals: [] };

/** The form in a key. */
export function spell({ side, globals }: Form): string {
  return [side, ...globals].join();
}

const KEYWORDS: Record<ModuleKind, string> = {
  script: 'function',
  module: 'function*',
  async: 'async function',
};

/** How a module's wrapper is spelt: test files get the test API around a second, argument-less function. */
export function wrap({ side, globals }: Form, kind: ModuleKind): { prefix: string; suffix: string } {
  const common = MODULE_PARAMETERS.join(',');
  if (side === 'program') return { prefix: `(${KEYWORDS[kind]}(${common}){`, suffix: '\n})' };
  const api = [...(side === 'script' ? SCRIPT_API_NAMES : TEST_API_NAMES), ...globals].join(',');
  // Parentheses make V8 compile a function at once, rather than look through it first and compile it when it is called.
  return { prefix: `(function(${common},${api}){return (${KEYWORDS[kind]}(){`, suffix: '\n})})' };
}
