import { saidText } from '../../run/said';
import { excerpt, firstLine, plural } from '../../text';
import type { NewEvent } from '../../run/events';
import type { Language } from '../../run/language';
import { lacksText, type RunnerOutcome } from '../../verification/own-runner';
import type { TestScore } from '../../verification/test-score';
import type { Verification } from '../../verification/verification';
import { candidateOutcome, type RoundChoice, CHOICE_WORDS } from '../choice-record';
import { deliveryWords, type ChangeDelivery } from '../delivery';
import type { SuggestedCheck, RoundCandidate } from '../proposal';

/** Lines of a run besides the seed's, in one language. */
const english = {
  verified: (passed: number, failed: number) => `Checks: ${passed} passed, ${failed} failed`,
  executed: (summary: string) => `The request was carried out: ${summary}`,
  testsGenerated: (paths: string) => `Tests were written: ${paths}`,
  testsScored: (killed: number, sampled: number) =>
    `The written tests notice ${killed} of ${plural(sampled, 'deliberate mistake')}`,
  candidateVerified: (rank: number, of: number, outcome: string) => `Candidate ${rank} of ${of}: ${outcome}`,
  chosen: (round: number, asked: string, reason: string) =>
    `Choice of repair ${round}, asked: ${asked}; ${reason}`,
  suggested: (command: string, said: string) => `suggested check ${command}: ${said}`,
  passes: 'passes',
  fails: 'fails',
  confirmed: (by: string, agrees: boolean) => (agrees ? `${by} passes too` : `${by} does not pass`),
  unconfirmed: (reason: string) => `The project's own test runner did not confirm: ${reason}`,
};
type Phrases = typeof english;

const korean: Phrases = {
  verified: (passed, failed) => `검사 결과: 통과 ${passed}, 실패 ${failed}`,
  executed: (summary) => `요청을 수행했습니다: ${summary}`,
  testsGenerated: (paths) => `테스트를 작성했습니다: ${paths}`,
  testsScored: (killed, sampled) => `작성한 테스트가 의도적인 오류 ${sampled}개 중 ${killed}개를 찾아냅니다`,
  candidateVerified: (rank, of, outcome) => `후보 ${rank}/${of}: ${outcome}`,
  chosen: (round, asked, reason) => `복구 ${round}차 선택, 요청 대상: ${asked}; ${reason}`,
  suggested: (command, said) => `제안된 검사 ${command}: ${said}`,
  passes: '통과',
  fails: '실패',
  confirmed: (by, agrees) => (agrees ? `${by}: 역시 통과` : `${by}: 통과하지 못함`),
  unconfirmed: (reason) => `프로젝트의 테스트 실행기로 확인하지 못했습니다: ${reason}`,
};

const chinese: Phrases = {
  verified: (passed, failed) => `检查结果: 通过 ${passed}, 失败 ${failed}`,
  executed: (summary) => `请求已执行: ${summary}`,
  testsGenerated: (paths) => `已编写测试: ${paths}`,
  testsScored: (killed, sampled) => `编写的测试发现了 ${sampled} 个故意错误中的 ${killed} 个`,
  candidateVerified: (rank, of, outcome) => `候选 ${rank}/${of}: ${outcome}`,
  chosen: (round, asked, reason) => `修复 ${round} 的选择, 询问: ${asked}; ${reason}`,
  suggested: (command, said) => `建议的检查 ${command}: ${said}`,
  passes: '通过',
  fails: '失败',
  confirmed: (by, agrees) => (agrees ? `${by} 也通过` : `${by} 未通过`),
  unconfirmed: (reason) => `项目自己的测试运行器未确认: ${reason}`,
};

const PHRASES: Record<Language, Phrases> = { en: english, ko: korean, zh: chinese };
const MOST_PATHS = 10;

/** Events of healing besides the seed's log. Their fields name trees and reports by reference. */
export function toldIn(language: Language) {
  const words = PHRASES[language];
  return {
    verified: ({ tree, report, passed, failed, skipped, success, trust }: Verification): NewEvent => ({
      kind: 'verified',
      text: words.verified(passed, failed),
      fields: { tree, report, passed, failed, skipped, success, trust },
    }),
    executed: (tree: string, summary: string, files: readonly string[]): NewEvent => ({
      kind: 'executed',
      text: words.executed(firstLine(summary)),
      fields: { tree, files: pathsOf(files) },
    }),
    testsGenerated: (tree: string, files: readonly string[]): NewEvent => ({
      kind: 'tests-generated',
      text: words.testsGenerated(pathsOf(files)),
      fields: { tree, files: pathsOf(files) },
    }),
    testsScored: ({ killed, sampled, trusted }: TestScore): NewEvent => ({
      kind: 'tests-scored',
      text: words.testsScored(killed, sampled),
      fields: { killed, sampled, trusted },
    }),
    candidatesVerified: (
      attempt: number,
      candidates: readonly RoundCandidate[],
      current?: Verification,
    ): NewEvent[] =>
      candidates.map(({ candidate, verification }, index) => {
        const outcome = candidateOutcome(verification, current, language);
        return {
          kind: 'candidate-verified',
          text: words.candidateVerified(index + 1, candidates.length, excerpt(outcome, 300)),
          fields: {
            attempt,
            rank: index + 1,
            of: candidates.length,
            tree: candidate.tree,
            ...(verification && { report: verification.report, passed: verification.passed }),
            ...(verification && { failed: verification.failed }),
          },
        };
      }),
    chosen: ({ round, stages, reason, rejected, notes, winner, consideredCount }: RoundChoice): NewEvent => {
      const asked = CHOICE_WORDS[language].asked(stages);
      return {
        kind: 'chosen',
        text: [words.chosen(round, asked, reason), ...rejected, ...notes].join('\n  '),
        fields: { round, asked, considered: consideredCount, ...(winner && { tree: winner }) },
      };
    },
    suggested: ({ command, success, notRun }: SuggestedCheck): NewEvent => ({
      kind: 'suggested-check',
      text: words.suggested(command, notRun ?? (success ? words.passes : words.fails)),
      fields: { command, success, run: notRun === undefined },
    }),
    confirmed: (outcome: RunnerOutcome): NewEvent => ({
      kind: 'confirmed',
      text:
        outcome.status === 'unconfirmed'
          ? words.unconfirmed(saidText(outcome.reason, language))
          : [words.confirmed(outcome.by, outcome.status === 'agrees'), ...lacksText(outcome, language)].join(
              '; ',
            ),
      fields: { status: outcome.status },
    }),
    delivered: (delivery: ChangeDelivery, tree: string): NewEvent => ({
      kind: 'delivered',
      text: deliveryWords(language, delivery),
      fields: { status: delivery.status, tree },
    }),
  };
}

function pathsOf(files: readonly string[]): string {
  const more = files.length - MOST_PATHS;
  return [...files.slice(0, MOST_PATHS), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}
