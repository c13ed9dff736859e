import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../../../src/domain/run/language';
import { classifyIntent, LONGEST_INTENT } from '../../../../src/domain/session/intent/index';
import { AgentMode } from '../../../../src/domain/session/modes';
import { newContext } from '../../../../src/domain/session/context';
import { bestTransition } from '../../../../src/domain/session/transitions/index';

interface Labelled {
  text: string;
  mode: AgentMode;
}

function labelled(name: string): Labelled[] {
  const file = path.join(__dirname, '..', '..', '..', 'fixtures', 'intent', `${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labelled);
}

function accuracyOf(items: readonly Labelled[]): number {
  return items.filter(({ text, mode }) => classifyIntent(text).mode === mode).length / items.length;
}

describe('the labelled texts', () => {
  const all = ['tuning', 'measured', 'fresh'].flatMap(labelled);

  it('have at least 14 of every mode, about a third in each language, and none twice', () => {
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
    for (const mode of AgentMode.options)
      expect(all.filter((one) => one.mode === mode).length).toBeGreaterThanOrEqual(14);
    for (const language of ['en', 'ko', 'zh'])
      expect(all.filter(({ text }) => languageOf(text) === language).length / all.length).toBeGreaterThan(
        0.28,
      );
  });
});

describe('the rules of intents', () => {
  it.each([
    ['tuning', 0.95],
    ['measured', 0.9],
    ['fresh', 0.88],
  ])('are right about enough of the %s texts', (name, least) => {
    expect(accuracyOf(labelled(name))).toBeGreaterThanOrEqual(least);
  });
});

describe('an intent', () => {
  it('names the trigger that takes idle to its mode', () => {
    for (const { text } of labelled('measured')) {
      const { mode, trigger } = classifyIntent(text);
      if (trigger === undefined) expect(mode).toBe('idle');
      else expect(bestTransition('idle', trigger, newContext())?.to).toBe(mode);
    }
  });

  it('has a confidence from 0 to 1 and the words that spoke for it', () => {
    expect(classifyIntent('로그인 기능 어디 있어?')).toEqual({
      mode: 'context_navigation',
      trigger: 'search_intent',
      confidence: expect.any(Number) as number,
      reasons: expect.arrayContaining([expect.stringContaining('어디')]) as string[],
    });
    for (const { text } of labelled('measured')) {
      const { confidence } = classifyIntent(text);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it.each(['', ' ', '\n', '…', '🙂', '.'.repeat(5), 'x'])(
    'of a text that says nothing is idle (%#)',
    (text) => {
      expect(classifyIntent(text)).toMatchObject({ mode: 'idle', trigger: undefined });
    },
  );

  it.each<[string, AgentMode]>([
    ['Where is the login?', 'context_navigation'],
    ['add validateEmail to the User class', 'implementation'],
    ['User 클래스 찾아줘', 'context_navigation'],
    ['User 클래스에 validate_email 메서드 추가해줘', 'implementation'],
    ['validate_email 메서드 추가해줘', 'implementation'],
  ])("is right about the seed's scenarios: %s", (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ["don't refactor anything, just explain how the cache works", 'context_navigation'],
    ["don't commit, only run the tests", 'test'],
    ['리팩토링하지 말고 버그만 고쳐줘', 'debug'],
    ['커밋하지 마', 'idle'],
    ['先别提交,跑一下测试', 'test'],
    ['不要重构,解释一下这段代码', 'context_navigation'],
  ])('does not take refused work for the task: %s', (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['이 PR review 좀 해줘', 'qa'],
    ['Dockerfile 하나 만들어줘', 'ops_infra'],
    ['帮我写个 README', 'documentation'],
    ['TypeError 怎么解决', 'debug'],
  ])('is right about mixed languages: %s', (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['where is runTests defined?', 'context_navigation'],
    ['add a helper next to src/test/benchmark-docker.ts', 'implementation'],
    ['show "commit failed" as a toast when saving does not succeed, add that button', 'implementation'],
  ])('is not misled by names and quotes: %s', (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['refacotr the parser', 'refactor'],
    ['any outdated depndencies?', 'dependency_intelligence'],
    ['images dont load on the start page', 'debug'],
    ['wheres the cache cleared', 'context_navigation'],
  ])('is read through slips of the keyboard: %s', (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['orders appear under the name of the neighbour', 'debug'],
    ['금액이 옆 칸에 나옵니다', 'debug'],
    ['列表里只剩第一个了', 'debug'],
    ['I am on the train until noon', 'idle'],
  ])('of a text without a cue is read by its form: %s', (text, mode) => {
    expect(classifyIntent(text).mode).toBe(mode);
  });

  it('is the same for full-width letters and any case', () => {
    expect(classifyIntent('ＲＵＮ ＡＬＬ ＴＥＳＴＳ').mode).toBe('test');
  });

  it('of a text of any length is read from its beginning', () => {
    const long = `run the tests ${'x'.repeat(LONGEST_INTENT)} commit it`;
    expect(classifyIntent(long)).toEqual(classifyIntent(long.slice(0, LONGEST_INTENT)));
  });
});
