import { move, rest, type Next } from './moves';
import type { SessionEvent, SessionState } from './state';
import { sessionEvents } from './tell';
import { closeTurn } from './turns';
import { finish } from './working';

/** The repository has the commit: its changes are pending no more. */
export function onCommitted(
  given: SessionState,
  { commit, notes }: Extract<SessionEvent, { type: 'committed' }>,
): Next {
  const plan = given.turn?.handled?.commit;
  if (!given.turn || !plan) return rest(given, [], '');
  const { modes } = given;
  const pendingChanges = modes.context.pendingChanges.filter(({ path }) => !plan.paths.includes(path));
  const context = { ...modes.context, pendingChanges, stagedFiles: plan.files.map(({ path }) => path) };
  const told = sessionEvents(given.language).committed(commit.slice(0, 12), plan.branch);
  const answer = [given.turn.answer, told.text, ...notes].filter(Boolean).join('\n\n');
  return finish({ ...given, modes: { ...modes, context }, turn: { ...given.turn, answer } }, [told]);
}

/** The repository is as it was: it moved meanwhile, or git said no. */
export function onNotCommitted(given: SessionState, reason: string): Next {
  const told = sessionEvents(given.language).failed(reason);
  const { state, events } = move(given, { type: 'finish' });
  return rest(closeTurn(state, 'conflict', told.text), [told, ...events], '');
}
