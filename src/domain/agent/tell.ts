import { inEachLanguage } from '../run/said';
import { excerpt, firstLine } from '../text';
import type { NewEvent } from '../run/events';
import type { Language } from '../run/input';
import type { CallDone } from './calls';
import type { Strategy } from './input';
import type { LoopEnd } from './loop';

const PHRASES = inEachLanguage((say) => ({
  begun: (name: string, strategy: Strategy, data: string) => say`Writing ${name} (${strategy}); ${data}`,
  noData: say`without test data, so code is checked and not run`,
  said: (turn: number, tools: string, text: string) =>
    say`Turn ${turn}: ${[tools, text].filter(Boolean).join('; ')}`,
  ended: say`no tool`,
  result: (tool: string, success: boolean, text: string) =>
    say`${tool}: ${success ? say`success` : say`failure`}${text}`,
  // The requirement gives this line its words.
  maxIterations: (n: number) => `Reached max iterations (${n})`,
  best: (number: number, isValid: boolean) =>
    say`The best code is version ${number}${isValid ? '' : say`, which is not valid`}`,
  reasons: {
    done: say`The agent is done`,
    silent: say`The agent stopped without saying that it is done`,
    calls: say`Reached the bound of tool calls`,
    repeating: say`The model repeats the same call`,
    unusable: say`Three turns in a row could not be used`,
    budget: say`The budget does not allow another call of the model`,
    model: say`The model gave no answer`,
    limit: say`The model's limit resets later than the run may wait`,
    time: say`The time of the run is over`,
  },
}));

/** Events of a run of the coding agent: every reply and every result of a tool is one. */
export function agentEvents(language: Language) {
  const words = PHRASES[language];
  return {
    begun: (functionName: string, strategy: Strategy, data: string | undefined): NewEvent => ({
      kind: 'begun',
      text: words.begun(functionName, strategy, data ?? words.noData),
      fields: { functionName, strategy, hasData: data !== undefined },
    }),
    reply: (turn: number, tools: readonly string[], said: string, transcript: string): NewEvent => ({
      kind: 'reply',
      text: words.said(turn, tools.join(', ') || (said === '' ? words.ended : ''), firstLine(said, 160)),
      fields: { turn, tools: tools.join(',').slice(0, 300), transcript },
    }),
    toolResult: (tool: string, done: Pick<CallDone, 'ok' | 'excerpt'>, blob = ''): NewEvent => ({
      kind: 'tool-result',
      text: words.result(tool, done.ok, done.excerpt === '' ? '' : `: ${firstLine(done.excerpt, 200)}`),
      fields: { tool, success: done.ok, ...(blob === '' ? {} : { blob }) },
    }),
    unusable: (reason: string): NewEvent => ({
      kind: 'unusable',
      text: excerpt(firstLine(reason), 300),
    }),
    ended: (end: LoopEnd, why = '', maxIterations = 0): NewEvent => ({
      kind: 'loop-ended',
      text: end === 'iterations' ? words.maxIterations(maxIterations) : reasonOf(language, end, why),
      fields: { end },
    }),
    best: (number: number, isValid: boolean): NewEvent => ({
      kind: 'best',
      text: words.best(number, isValid),
      fields: { number, isValid },
    }),
  };
}

/** Why a loop ended, in one sentence. */
export function reasonOf(language: Language, end: Exclude<LoopEnd, 'iterations'>, why = ''): string {
  return [PHRASES[language].reasons[end], firstLine(why)].filter(Boolean).join(': ');
}
