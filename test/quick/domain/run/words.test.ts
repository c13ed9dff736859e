import { said } from '../../../../src/domain/run/said';
import { agentEvents, reasonOf } from '../../../../src/domain/agent/tell';
import { goalEvents } from '../../../../src/domain/goal/tell';
import { deliveryWords, type ChangeDelivery } from '../../../../src/domain/heal/delivery';
import { healingLog } from '../../../../src/domain/heal/words/log';
import { toldIn } from '../../../../src/domain/heal/words/events';
import { Language } from '../../../../src/domain/run/input';
import { runEvents } from '../../../../src/domain/run/words';
import { asBlob } from '../../../support/hashes';

const SCRIPTS = { en: /^[\p{ASCII}…]*$/u, ko: /\p{Script=Hangul}/u, zh: /\p{Script=Han}/u } as const;
const FAILED = {
  attempt: 1,
  errorType: 'type_error',
  errorSummary: 'e',
  errorLocation: 'f:1',
  suggestedFix: 's',
};
const HASH = asBlob('a'.repeat(64));

const DELIVERIES: readonly ChangeDelivery[] = [
  { status: 'planned', would: 'published' },
  { status: 'planned', would: 'partial' },
  { status: 'planned', would: 'conflict' },
  { status: 'conflict', conflicts: [] },
  { status: 'rejected', reason: 'r' },
  { status: 'denied', reason: 'r' },
  { status: 'expired' },
  { status: 'failed', reason: 'r' },
] as unknown as ChangeDelivery[];

/** Lines of a language from every table of phrases. */
function linesIn(language: Language): string[] {
  const run = runEvents(language);
  const goal = goalEvents(language);
  const agent = agentEvents(language);
  const log = healingLog(language, 'id', 'debug');
  const heal = toldIn(language);
  const events = [
    run.asked({ kind: 'publish', hash: HASH, form: 'approval', summary: 's' }),
    run.asked({ kind: 'publish', hash: HASH, form: 'text', summary: 's' }),
    ...(['approval', 'text'] as const).flatMap((form) => {
      const question = { hash: HASH, form, summary: 's' };
      return [run.reminder(question), run.delegated('Ada', question)];
    }),
    run.answered(HASH, { decision: 'approve', by: 'Ada', via: 'command' }),
    run.answered(HASH, { decision: 'approve' }),
    run.denied('command', 'rm', 'r'),
    run.revoked('publish'),
    run.rolledBack('r'),
    run.budgetAsked('ask', '1 USD', HASH),
    run.toppedUp('1 USD'),
    run.budgetEnded('ask'),
    run.limited('2026-11-30T05:21:07.000Z', 'w'),
    goal.begun(1, 1),
    goal.planRefused('r'),
    goal.noPlan('r'),
    goal.takenBack(1),
    goal.goalChecked(true, 'r'),
    goal.goalChecked(false, 'r'),
    goal.published('w'),
    goal.conflict(['p']),
    goal.notPublished('r'),
    agent.begun('f', 'auto' as never, undefined),
    agent.reply(1, [], '', HASH),
    agent.toolResult('run', { ok: true, excerpt: '' }),
    agent.toolResult('run', { ok: false, excerpt: '' }),
    agent.best(1, false),
    log.started(3),
    log.failed({ ...FAILED, isLast: false }),
    log.failed({ ...FAILED, isLast: true }),
    log.attempt(1, 3),
    log.debuggerCalled(1),
    log.diagnosis(1, 'c'),
    log.applying(1, 2),
    log.modified(1, 'p'),
    log.applied(1, 'c', HASH),
    log.nothingApplied(1),
    log.escalated(1, 'a', 'b'),
    log.unrepairable(1, 'e', 's'),
    log.final({ status: 'recovered', delivery: { status: 'rejected' } }, 2),
    heal.executed(HASH, 's', []),
    heal.testsGenerated(HASH, ['p']),
    heal.confirmed({ status: 'agrees', by: 'jest' } as never),
    heal.confirmed({ status: 'unconfirmed', reason: said`the sandbox ran no test file` } as never),
  ];
  return [
    ...events.map(({ text }) => text),
    ...DELIVERIES.map((delivery) => deliveryWords(language, delivery)),
    ...(
      ['done', 'silent', 'calls', 'repeating', 'unusable', 'budget', 'model', 'limit', 'time'] as const
    ).map((end) => reasonOf(language, end)),
  ];
}

describe('the lines of a run', () => {
  it.each(Language.options)('are all written in the script of %s', (language) => {
    const lines = linesIn(language);
    const others = lines.filter((line) => !SCRIPTS[language].test(line));
    expect(others).toEqual([]);
  });

  it('say the same things in each language, each in words of its own', () => {
    const [english = [], korean = [], chinese = []] = Language.options.map(linesIn);
    expect(korean.filter((line, index) => line === english[index] || line === chinese[index])).toEqual([]);
  });

  it('tell a Korean user in plain sentences how a goal stands', () => {
    expect(goalEvents('ko').takenBack(2).text).toBe('파일을 2단계 이전 상태로 되돌렸습니다');
    expect(runEvents('ko').answered(HASH, { decision: 'approve', by: 'Ada', via: 'command' }).text).toBe(
      '답변을 받았습니다 (Ada 님, 명령으로): 승인됨',
    );
    expect(deliveryWords('ko', { status: 'expired' })).toBe('게시되지 않음: 제때 답변한 사람이 없음');
  });
});
