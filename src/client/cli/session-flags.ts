import type { Command } from 'commander';
import { badInput } from '../../domain/kintsugi-error';
import type { SessionRequest } from '../../run-input';
import type { SessionHandle } from '../session-handle';
import { addRunFlags, CHECK_PLACES, settingsOf, type RunFlags } from './run-flags';

/** Places of a session's input that flags of other commands fill here too. */
const SHARED = ['approval.level', ...CHECK_PLACES];

/** Settings of a new session. */
export type SessionSettings = Pick<SessionRequest, 'approval' | 'verification' | 'autoTest' | 'autoCommit'>;

/** Adds the flags of `ask`, `chat` and `acp` that say how a new session works. */
export function addSessionFlags(command: Command): Command {
  return addRunFlags(command, SHARED)
    .option('--auto-test', 'run the tests where the mode `test` follows by itself (off)')
    .option('--auto-commit', 'commit where that follows by itself (off)');
}

/** Settings of the flags that are given. */
export function sessionSettings(flags: RunFlags): SessionSettings {
  const { approval, verification } = settingsOf(flags, SHARED);
  return {
    ...(approval && { approval }),
    ...(verification && { verification }),
    ...(flags['autoTest'] === true && { autoTest: true }),
    ...(flags['autoCommit'] === true && { autoCommit: true }),
  };
}

/** Gives a session that goes on its approval level. Throws where flags name what a session has from its beginning. */
export async function changeSettings(
  session: SessionHandle,
  { approval, ...others }: SessionSettings,
): Promise<void> {
  if (Object.keys(others).length > 0)
    throw badInput(
      `${session.id} has its checks and what it does by itself from its beginning: begin another session for others.`,
    );
  if (approval?.level) await session.setApprovalLevel(approval.level);
}
