import { said, speaker } from '../../run/said';
import { excerpt, firstLine } from '../../text';
import type { NewEvent } from '../../run/events';
import type { Language } from '../../run/language';
import { lacksText, type RunnerOutcome } from '../../verification/own-runner';
import type { TestScore } from '../../verification/test-score';
import type { Verification } from '../../verification/verification';
import { candidateOutcome, type RoundChoice, CHOICE_WORDS } from '../choice-record';
import { deliveryWords, type ChangeDelivery } from '../delivery';
import type { SuggestedCheck, RoundCandidate } from '../proposal';

const MOST_PATHS = 10;

/** Events of healing besides the seed's log. Their fields name trees and reports by reference. */
export function toldIn(language: Language) {
  const say = speaker(language);
  return {
    verified: ({ tree, report, passed, failed, skipped, success, trust }: Verification): NewEvent => ({
      kind: 'verified',
      text: say`Checks: ${passed} passed, ${failed} failed`,
      fields: { tree, report, passed, failed, skipped, success, trust },
    }),
    executed: (tree: string, summary: string, files: readonly string[]): NewEvent => ({
      kind: 'executed',
      text: say`The request was carried out: ${firstLine(summary)}`,
      fields: { tree, files: pathsOf(files) },
    }),
    testsGenerated: (tree: string, files: readonly string[]): NewEvent => ({
      kind: 'tests-generated',
      text: say`Tests were written: ${pathsOf(files)}`,
      fields: { tree, files: pathsOf(files) },
    }),
    testsScored: ({ killed, sampled, trusted }: TestScore): NewEvent => ({
      kind: 'tests-scored',
      text: say`The written tests notice ${killed} of ${sampled} deliberate mistake(s)`,
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
          text: say`Candidate ${index + 1} of ${candidates.length}: ${excerpt(outcome, 300)}`,
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
        text: [say`Choice of repair ${round}, asked: ${asked}; ${reason}`, ...rejected, ...notes].join(
          '\n  ',
        ),
        fields: { round, asked, considered: consideredCount, ...(winner && { tree: winner }) },
      };
    },
    suggested: ({ command, success, notRun }: SuggestedCheck): NewEvent => ({
      kind: 'suggested-check',
      text: say`suggested check ${command}: ${notRun ?? (success ? said`passes` : said`fails`)}`,
      fields: { command, success, run: notRun === undefined },
    }),
    confirmed: (outcome: RunnerOutcome): NewEvent => ({
      kind: 'confirmed',
      text:
        outcome.status === 'unconfirmed'
          ? say`The project's own test runner did not confirm: ${outcome.reason}`
          : [
              outcome.status === 'agrees' ? say`${outcome.by} passes too` : say`${outcome.by} does not pass`,
              ...lacksText(outcome, language),
            ].join('; '),
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
