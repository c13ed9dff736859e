import { excerpt, firstLine } from '../text';
import type { NewEvent } from '../run/events';
import type { Language } from '../run/input';
import type { CallDone } from './calls';
import type { Strategy } from './input';
import type { LoopEnd } from './loop';

const english = {
  begun: (name: string, strategy: Strategy, data: string) => `Writing ${name} (${strategy}); ${data}`,
  noData: 'without test data, so code is checked and not run',
  said: (turn: number, tools: string, text: string) =>
    `Turn ${turn}: ${[tools, text].filter(Boolean).join('; ')}`,
  ended: 'no tool',
  result: (tool: string, success: boolean, text: string) =>
    `${tool}: ${success ? 'success' : 'failure'}${text}`,
  maxIterations: (n: number) => `Reached max iterations (${n})`,
  best: (number: number, isValid: boolean) =>
    `The best code is version ${number}${isValid ? '' : ', which is not valid'}`,
  reasons: {
    done: 'The agent is done',
    silent: 'The agent stopped without saying that it is done',
    calls: 'Reached the bound of tool calls',
    repeating: 'The model repeats the same call',
    unusable: 'Three turns in a row could not be used',
    budget: 'The budget does not allow another call of the model',
    model: 'The model gave no answer',
    limit: "The model's limit resets later than the run may wait",
    time: 'The time of the run is over',
  },
};

type Phrases = typeof english;

const korean: Phrases = {
  begun: (name, strategy, data) => `${name} 함수 작성 시작 (${strategy}); ${data}`,
  noData: '테스트 데이터가 없어 코드를 실행하지 않고 검사만 합니다',
  said: (turn, tools, text) => `${turn}번째 차례: ${[tools, text].filter(Boolean).join('; ')}`,
  ended: '도구 호출 없음',
  result: (tool, success, text) => `${tool}: ${success ? '성공' : '실패'}${text}`,
  // The requirement gives this line its words.
  maxIterations: (n) => `Reached max iterations (${n})`,
  best: (number, isValid) => `가장 좋은 코드는 버전 ${number}입니다${isValid ? '' : ' (유효하지 않음)'}`,
  reasons: {
    done: '에이전트가 작업을 마쳤습니다',
    silent: '에이전트가 완료를 알리지 않고 멈췄습니다',
    calls: '도구 호출 한도에 도달했습니다',
    repeating: '모델이 같은 호출을 반복합니다',
    unusable: '세 차례 연속으로 응답을 사용할 수 없었습니다',
    budget: '예산이 부족하여 모델을 더 호출할 수 없습니다',
    model: '모델이 응답하지 않았습니다',
    limit: '모델 사용 한도가 기다릴 수 있는 시간 안에 초기화되지 않습니다',
    time: '실행 시간이 끝났습니다',
  },
};

const chinese: Phrases = {
  begun: (name, strategy, data) => `编写 ${name} (${strategy}); ${data}`,
  noData: '没有测试数据，只做静态检查',
  said: (turn, tools, text) => `第 ${turn} 轮: ${[tools, text].filter(Boolean).join('; ')}`,
  ended: '未调用工具',
  result: (tool, success, text) => `${tool}: ${success ? '成功' : '失败'}${text}`,
  // The requirement gives this line its words.
  maxIterations: (n) => `Reached max iterations (${n})`,
  best: (number, isValid) => `最佳代码是第 ${number} 版${isValid ? '' : '，但无效'}`,
  reasons: {
    done: '智能体已完成',
    silent: '智能体停止了，但未说明已完成',
    calls: '已达到工具调用上限',
    repeating: '模型重复同一调用',
    unusable: '连续三轮无法使用',
    budget: '预算不足，无法再次调用模型',
    model: '模型没有回答',
    limit: '模型限额恢复时间超出可等待时间',
    time: '运行时间已到',
  },
};

const PHRASES: Record<Language, Phrases> = { en: english, ko: korean, zh: chinese };

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
