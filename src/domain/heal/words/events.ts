import { said, speaker } from '../../run/said';
import { excerpt, firstLine } from '../../text';
import { eventOf, type NewEvent } from '../../run/events';
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
    verified: ({ tree, report, passed, failed, skipped, success, trust }: Verification) =>
      eventOf('verified', say`Checks: ${passed} passed, ${failed} failed`, {
        tree,
        report,
        passed,
        failed,
        skipped,
        success,
        trust,
      }),
    executed: (tree: string, summary: string, files: readonly string[]) =>
      eventOf('executed', say`The request was carried out: ${firstLine(summary)}`, {
        tree,
        files: pathsOf(files),
      }),
    testsGenerated: (tree: string, files: readonly string[]) =>
      eventOf('tests-generated', say`Tests were written: ${pathsOf(files)}`, { tree, files: pathsOf(files) }),
    testsScored: ({ killed, sampled, trusted }: TestScore) =>
      eventOf('tests-scored', say`The written tests notice ${killed} of ${sampled} deliberate mistake(s)`, {
        killed,
        sampled,
        trusted,
      }),
    candidatesVerified: (
      attempt: number,
      candidates: readonly RoundCandidate[],
      current?: Verification,
    ): NewEvent[] =>
      candidates.map(({ candidate, verification }, index) => {
        const outcome = candidateOutcome(verification, current, language);
        return eventOf(
          'candidate-verified',
          say`Candidate ${index + 1} of ${candidates.length}: ${excerpt(outcome, 300)}`,
          {
            attempt,
            rank: index + 1,
            of: candidates.length,
            tree: candidate.tree,
            ...(verification && { report: verification.report, passed: verification.passed }),
            ...(verification && { failed: verification.failed }),
          },
        );
      }),
    chosen: ({ round, stages, reason, rejected, notes, winner, consideredCount }: RoundChoice) => {
      const asked = CHOICE_WORDS[language].asked(stages);
      return eventOf(
        'chosen',
        [say`Choice of repair ${round}, asked: ${asked}; ${reason}`, ...rejected, ...notes].join('\n  '),
        { round, asked, considered: consideredCount, ...(winner && { tree: winner }) },
      );
    },
    suggested: ({ command, success, notRun }: SuggestedCheck) =>
      eventOf(
        'suggested-check',
        say`suggested check ${command}: ${notRun ?? (success ? said`passes` : said`fails`)}`,
        { command, success, run: notRun === undefined },
      ),
    confirmed: (outcome: RunnerOutcome) =>
      eventOf(
        'confirmed',
        outcome.status === 'unconfirmed'
          ? say`The project's own test runner did not confirm: ${outcome.reason}`
          : [
              outcome.status === 'agrees' ? say`${outcome.by} passes too` : say`${outcome.by} does not pass`,
              ...lacksText(outcome, language),
            ].join('; '),
        { status: outcome.status },
      ),
    delivered: (delivery: ChangeDelivery, tree: string) =>
      eventOf('delivered', deliveryWords(language, delivery), { status: delivery.status, tree }),
  };
}

function pathsOf(files: readonly string[]): string {
  const more = files.length - MOST_PATHS;
  return [...files.slice(0, MOST_PATHS), ...(more > 0 ? [`… ${more}`] : [])].join(', ');
}
