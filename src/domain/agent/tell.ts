import { said, saidText, speaker, type Said } from '../run/said';
import { excerpt, firstLine } from '../text';
import { eventOf } from '../run/events';
import type { Language } from '../run/input';
import type { CallDone } from './calls';
import type { Strategy } from './input';
import type { LoopEnd } from './loop';

const REASONS: Readonly<Record<Exclude<LoopEnd, 'iterations'>, Said>> = {
  done: said`The agent is done`,
  silent: said`The agent stopped without saying that it is done`,
  calls: said`Reached the bound of tool calls`,
  repeating: said`The model repeats the same call`,
  unusable: said`Three turns in a row could not be used`,
  budget: said`The budget does not allow another call of the model`,
  model: said`The model gave no answer`,
  limit: said`The model's limit resets later than the run may wait`,
  time: said`The time of the run is over`,
};

/** Events of a run of the coding agent: every reply and every result of a tool is one. */
export function agentEvents(language: Language) {
  const say = speaker(language);
  return {
    begun: (functionName: string, strategy: Strategy, data: string | undefined) =>
      eventOf(
        'begun',
        say`Writing ${functionName} (${strategy}); ${data ?? say`without test data, so code is checked and not run`}`,
        { functionName, strategy, hasData: data !== undefined },
      ),
    reply: (turn: number, tools: readonly string[], said: string, transcript: string) =>
      eventOf(
        'reply',
        say`Turn ${turn}: ${[tools.join(', ') || (said === '' ? say`no tool` : ''), firstLine(said, 160)].filter(Boolean).join('; ')}`,
        { turn, tools: tools.join(',').slice(0, 300), transcript },
      ),
    toolResult: (tool: string, done: Pick<CallDone, 'ok' | 'excerpt'>, blob = '') =>
      eventOf(
        'tool-result',
        say`${tool}: ${done.ok ? say`success` : say`failure`}${done.excerpt === '' ? '' : `: ${firstLine(done.excerpt, 200)}`}`,
        { tool, success: done.ok, ...(blob === '' ? {} : { blob }) },
      ),
    unusable: (reason: string) => eventOf('unusable', excerpt(firstLine(reason), 300)),
    ended: (end: LoopEnd, why = '', maxIterations = 0) =>
      eventOf(
        'loop-ended',
        end === 'iterations' ? `Reached max iterations (${maxIterations})` : reasonOf(language, end, why),
        { end },
      ),
    best: (number: number, isValid: boolean) =>
      eventOf('best', say`The best code is version ${number}${isValid ? '' : say`, which is not valid`}`, {
        number,
        isValid,
      }),
  };
}

/** Why a loop ended, in one sentence. */
export function reasonOf(language: Language, end: Exclude<LoopEnd, 'iterations'>, why = ''): string {
  return [saidText(REASONS[end], language), firstLine(why)].filter(Boolean).join(': ');
}
