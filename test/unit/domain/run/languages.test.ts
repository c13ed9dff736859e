import { agentEvents, reasonOf } from '../../../../src/domain/agent/tell';
import { deliveryWords, shortfall } from '../../../../src/domain/heal/delivery-words';
import { toldIn } from '../../../../src/domain/heal/told';
import { Language } from '../../../../src/domain/run/input';
import { languageOf } from '../../../../src/domain/run/language';
import { runEvents } from '../../../../src/domain/run/words';

const HASH = 'ab'.repeat(32);
const SCRIPTS: Record<Language, RegExp> = { en: /[a-z]/, ko: /[가-힣]/, zh: /[\u4e00-\u9fff]/ };

/** A line of each table of phrases, most with names and numbers in them. */
function lines(language: Language): string[] {
  const run = runEvents(language);
  const agent = agentEvents(language);
  const told = toldIn(language);
  return [
    run.asked({ kind: 'publish', hash: HASH, form: 'approval', summary: '' }).text,
    run.reminder(HASH).text,
    run.delegated('kim', HASH).text,
    run.answered(HASH, { decision: 'approve', by: 'kim' }).text,
    agent.reply(1, [], '').text,
    agent.best(2, false).text,
    agent.waits(2_500).text,
    reasonOf(language, 'silent'),
    told.executed(HASH, 'x', ['a.ts']).text,
    told.confirmed({ status: 'unconfirmed', reason: 'x' }).text,
    deliveryWords(language, { status: 'expired' }),
    deliveryWords(language, { status: 'denied', reason: 'x' }),
    shortfall(language, { status: 'conflict' }) ?? '',
  ];
}

describe('languages', () => {
  test.each(Language.options)('every line that a run writes in %s is of that language', (language) => {
    for (const line of lines(language)) {
      expect(line).toMatch(SCRIPTS[language]);
      if (language === 'en') expect(line).not.toMatch(/[^\x20-\x7e]/);
    }
  });

  test('a Korean line about a delivery names its files', () => {
    const delivery = { status: 'conflict', conflicts: [{ path: 'a.ts', reason: 'changed' }] } as never;
    expect(deliveryWords('ko', delivery)).toBe('반영되지 않음, 그사이 변경된 파일: a.ts');
  });

  test.each([
    ['move the papers', 'en'],
    ['', 'en'],
    ['déplacer les fichiers', 'en'],
    ['논문 폴더를 옮겨줘', 'ko'],
    ['move 논문.pdf', 'ko'],
    ['漢字와 한글', 'ko'],
    ['移动论文', 'zh'],
    ['把 papers 移到桌面', 'zh'],
    ['論文をデスクトップに移動', 'en'],
  ])('%s is said in %s', (request, language) => {
    expect(languageOf(request)).toBe(language);
  });
});
