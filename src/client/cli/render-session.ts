import { isFailure } from '../../domain/run/outcomes';
import type { SessionResult, Turn } from '../../domain/session/state';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { turnLine } from './chat/event-line';
import type { Output } from './output';
import { headLine, spendingLines } from './render';

/** Exit code of a session that has ended. */
export function sessionExit({ status }: SessionResult): ExitCode {
  return isFailure('session', status) ? EXIT.notHealed : EXIT.healed;
}

/** How a session ended, in a few lines. */
export function renderSession(result: SessionResult, output: Output, webUrl: string | undefined): string {
  const { id, status, message, turnCount, mode, usage, budget } = result;
  const { say } = output;
  return [
    headLine(sessionExit(result), 'session', status, message, output),
    say`session ${id}, ${turnCount} turn(s), in ${mode}`,
    ...spendingLines({ usage, budget }, say),
    ...(webUrl === undefined ? [] : [webUrl]),
  ].join('\n');
}

/** Prints the turns of a conversation: what was asked, what came of it, and by which modes. */
export function printTurns(turns: readonly Turn[], output: Output): void {
  output.print(`\n${output.paint('bold', output.say`Conversation`)}`);
  for (const turn of turns) {
    output.print(output.paint('bold', `${String(turn.number).padStart(3)}  ${turn.text}`));
    if (turn.answer !== '') output.print(indented(turn.answer));
    output.print(indented(output.paint('dim', turnLine(turn, output.say))));
  }
}

function indented(text: string): string {
  return `     ${text.replaceAll('\n', '\n     ')}`;
}
