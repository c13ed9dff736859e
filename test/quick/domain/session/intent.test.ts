import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from '../../../../src/domain/run/language';
import { LONGEST_INTENT, SURE_OF_INTENT } from '../../../../src/domain/session/intent/index';
import { AgentMode } from '../../../../src/domain/session/modes';
import { newContext } from '../../../../src/domain/session/context';
import { bestTransition, INTENT_TRIGGERS } from '../../../../src/domain/session/transitions/index';
import { classify, heldOutOf, readTexts, type Labelled } from '../../../support/classifier';

const ROOT = path.resolve(__dirname, '..', '..', '..', '..');
const TEXTS = readTexts(ROOT);
const HELD_OUT = heldOutOf(ROOT);

function counted(name: string): Labelled[] {
  const file = path.join(ROOT, 'test', 'fixtures', 'intent', `${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Labelled);
}

function shareOf(items: readonly Labelled[], isRight: (item: Labelled) => boolean): number {
  return items.filter(isRight).length / items.length;
}

const hasItsMode = ({ text, mode }: Labelled) => classify(text).mode === mode;

describe('the labelled texts', () => {
  it('are 4,000 or more, even over modes and languages, and none is there twice', () => {
    expect(TEXTS.length).toBeGreaterThanOrEqual(4_000);
    expect(new Set(TEXTS.map(({ text }) => text)).size).toBe(TEXTS.length);
    for (const mode of AgentMode.options)
      for (const language of ['en', 'ko', 'zh'])
        expect(
          TEXTS.filter((one) => one.mode === mode && languageOf(one.text) === language).length,
        ).toBeGreaterThanOrEqual(58);
  });

  it('have none of those that are only counted', () => {
    const trained = new Set(TEXTS.map(({ text }) => text));
    expect(['measured', 'fresh'].flatMap(counted).filter(({ text }) => trained.has(text))).toEqual([]);
  });
});

describe('the classifier of intents', () => {
  it.each([
    // 166 are; one text more or less may go by another training.
    ['measured', 164 / 172],
    ['fresh', 0.88],
  ])('is right about enough of the %s texts', (name, least) => {
    expect(shareOf(counted(name), hasItsMode)).toBeGreaterThanOrEqual(least);
  });

  it('is right about 97 of 100 texts that it is sure of', () => {
    const all = [...counted('measured'), ...counted('fresh'), ...HELD_OUT];
    const sure = all.filter(({ text }) => classify(text).confidence >= SURE_OF_INTENT);
    expect(sure.length).toBeGreaterThan(all.length / 3);
    expect(shareOf(sure, hasItsMode)).toBeGreaterThanOrEqual(0.97);
  });

  it('tells questions from requests', () => {
    expect(
      shareOf(HELD_OUT, ({ text, isQuestion }) => classify(text).isQuestion === isQuestion),
    ).toBeGreaterThanOrEqual(0.97);
  });
});

describe('an intent', () => {
  it('of every mode has the trigger that takes idle to it', () => {
    for (const { text } of counted('measured')) {
      const { mode } = classify(text);
      if (mode !== 'idle') expect(bestTransition('idle', INTENT_TRIGGERS[mode], newContext())?.to).toBe(mode);
    }
  });

  it('has a confidence from 0 to 1, and its mode is the first of the likely ones', () => {
    for (const { text } of counted('measured')) {
      const { mode, confidence, likely } = classify(text);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
      expect(likely[0]).toBe(mode);
    }
  });

  it.each<[string, boolean]>([
    ['how are migrations run?', true],
    ['why does the login crash?', true],
    ['마이그레이션은 어떻게 실행돼?', true],
    ['数据库迁移是怎么运行的?', true],
    ['fix the crash of the login', false],
    ['can you add a button?', false],
    ['버튼 추가해줘', false],
    ['把按钮加上', false],
  ])('says of %s that it asks a question: %s', (text, isQuestion) => {
    expect(classify(text).isQuestion).toBe(isQuestion);
  });

  it.each(['', ' ', '\n', '…', '🙂', '.'.repeat(5), 'x'])(
    'of a text that says nothing is idle (%#)',
    (text) => {
      expect(classify(text)).toMatchObject({ mode: 'idle', confidence: 1 });
    },
  );

  it.each<[string, AgentMode]>([
    ['Where is the login?', 'context_navigation'],
    ['add validateEmail to the User class', 'implementation'],
    ['User 클래스 찾아줘', 'context_navigation'],
    ['User 클래스에 validate_email 메서드 추가해줘', 'implementation'],
    ['validate_email 메서드 추가해줘', 'implementation'],
    ['테스트', 'test'],
    ['리뷰', 'qa'],
    ['리팩토링', 'refactor'],
  ])("is right about the seed's scenarios: %s", (text, mode) => {
    expect(classify(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ["don't refactor anything, just explain how the cache works", 'context_navigation'],
    ["don't commit, only run the tests", 'test'],
    ['리팩토링하지 말고 버그만 고쳐줘', 'debug'],
    ['커밋하지 마', 'idle'],
    ['先别提交,跑一下测试', 'test'],
    ['不要重构,解释一下这段代码', 'context_navigation'],
  ])('does not take refused work for the task: %s', (text, mode) => {
    expect(classify(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['이 PR review 좀 해줘', 'qa'],
    ['Dockerfile 하나 만들어줘', 'ops_infra'],
    ['帮我写个 README', 'documentation'],
    ['TypeError 怎么解决', 'debug'],
  ])('is right about mixed languages: %s', (text, mode) => {
    expect(classify(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['where is runTests defined?', 'context_navigation'],
    ['add a helper next to src/test/benchmark-docker.ts', 'implementation'],
    ['show "commit failed" as a toast when saving does not succeed, add that button', 'implementation'],
  ])('is not misled by names and quotes: %s', (text, mode) => {
    expect(classify(text).mode).toBe(mode);
  });

  it.each<[string, AgentMode]>([
    ['refacotr the parser', 'refactor'],
    ['any outdated depndencies?', 'dependency_intelligence'],
    ['images dont load on the start page', 'debug'],
    ['wheres the cache cleared', 'context_navigation'],
  ])('is read through slips of the keyboard: %s', (text, mode) => {
    expect(classify(text).mode).toBe(mode);
  });

  it('is the same for full-width letters and any case', () => {
    expect(classify('ＲＵＮ ＡＬＬ ＴＥＳＴＳ').mode).toBe('test');
  });

  it('of a text of any length is read from its beginning', () => {
    const long = `run the tests ${'x'.repeat(LONGEST_INTENT)} commit it`;
    expect(classify(long)).toEqual(classify(long.slice(0, LONGEST_INTENT)));
  });
});
