import { findCommandTools } from '../../src/commands';

/** True where commands can be isolated: bubblewrap is on the PATH. */
export const hasBubblewrap = findCommandTools(process.env['PATH'] ?? '').bwrap !== undefined;

/** Tests of what runs under bubblewrap; without it they are skipped. */
export const describeIsolated = hasBubblewrap ? describe : describe.skip;
export const itIsolated = hasBubblewrap ? it : it.skip;
