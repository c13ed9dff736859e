import { findCommandTools, type CommandTools } from '../../src/commands';

/** Tools of this machine that isolate commands. */
export const FOUND_TOOLS = findCommandTools(process.env['PATH'] ?? '');
/** Without bubblewrap: commands run in a copy that they can leave. */
export const DIRECT: CommandTools = {
  setpriv: FOUND_TOOLS.setpriv,
  missing: { form: 'not looked for', values: [] },
};

const hasBubblewrap = FOUND_TOOLS.bwrap !== undefined;
/** Those of this machine where it has bubblewrap, else none. */
export const USABLE_TOOLS = hasBubblewrap ? FOUND_TOOLS : DIRECT;
/** How commands can run here, for tests of each way. */
export const WAYS_TO_RUN: [string, CommandTools][] = [
  ['in a copy', DIRECT],
  ...(hasBubblewrap ? [['under bubblewrap', FOUND_TOOLS] as [string, CommandTools]] : []),
];
/** Tests of what runs under bubblewrap; without it they are skipped. */
export const describeIsolated = hasBubblewrap ? describe : describe.skip;
export const itIsolated = hasBubblewrap ? it : it.skip;
