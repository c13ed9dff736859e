/** Runs that have ended, as each kind is shown. */
import { targetsLine } from '../../domain/heal/targets';
import { textOf } from '../../domain/gate/report/text';
import type { GateResult } from '../../domain/gate/state';
import type { GateVerdict } from '../../domain/gate/verdict';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { Redact } from '../../domain/redact';
import type { EndedRun } from '../run-result';
import type { Output } from './output';
import { exitCodeOf, renderResult } from './render';
import { codeExit, renderCode } from './render-code';
import { goalExit, renderGoal } from './render-goal';
import { renderRollback, rollbackExit } from './render-rollback';
import { renderSession, sessionExit } from './render-session';
import type { StoreReader } from './store-reader';

/** Where a result is shown, and what it names is read. */
export interface Place {
  /** Of the run. */
  readonly id: string;
  readonly webUrl?: string;
  readonly output: Output;
  readonly store: StoreReader;
  readonly redact: Redact;
}

interface View<R> {
  /** `a goal` */
  readonly what: string;
  text(result: R, place: Place): string | Promise<string>;
  /** Value that `--json` prints where the run is followed; absent: the result. */
  product?(result: R): unknown;
  /** Text of `report --json`; absent: the result. */
  report?(result: R, place: Place): Promise<string>;
  /** Lines that only the report has. */
  readonly figures?: (result: R) => readonly string[];
  exit(result: R): ExitCode;
}

/** Exit code of each verdict of a gate. */
export const GATE_EXITS: Readonly<Record<GateVerdict['verdict'], ExitCode>> = {
  proven: EXIT.healed,
  refused: EXIT.notHealed,
  unjudged: EXIT.unjudged,
};

const VIEWS: { readonly [K in EndedRun['kind']]: View<Extract<EndedRun, { kind: K }>['result']> } = {
  heal: {
    what: 'a heal',
    text: async (result, { output, webUrl, store, redact }) => {
      const diff = result.diff && redact(await store.readDiff(result.diff.hash));
      return renderResult(result, { diff, webUrl, seconds: result.timings.workMs / 1000 }, output);
    },
    figures: ({ targets }) => (targets ? [`Times and their targets: ${targetsLine(targets)}`] : []),
    exit: exitCodeOf,
  },
  codingAgent: {
    what: 'a run of the coding agent',
    text: (result, { output, webUrl }) => renderCode(result, output, webUrl),
    product: ({ record }) => record,
    exit: codeExit,
  },
  goal: {
    what: 'a goal',
    text: async (result, { output, webUrl, store, redact }) => {
      const report = result.report && (await store.readBlob(result.report.markdown));
      return renderGoal(result, report && redact(report), output, webUrl);
    },
    report: async (result, { store, redact }) => {
      const report = result.report && (await store.readBlob(result.report.json));
      return redact(report ?? JSON.stringify(result));
    },
    exit: goalExit,
  },
  session: {
    what: 'a session',
    text: (result, { output, webUrl }) => renderSession(result, output, webUrl),
    exit: sessionExit,
  },
  rollback: {
    what: 'a rollback',
    text: async (result, { id, output, webUrl, store, redact }) => {
      const diff = result.diff && redact(await store.readDiff(result.diff.hash));
      return renderRollback(id, result, { diff, webUrl }, output);
    },
    exit: rollbackExit,
  },
  gate: {
    what: 'a gate',
    text: ({ message, last }: GateResult) =>
      [`Ended: ${message}`, ...(last ? [textOf(last)] : [])].join('\n'),
    exit: ({ last }) => (last ? GATE_EXITS[last.verdict] : EXIT.healed),
  },
  other: {
    what: 'no run of Kintsugi',
    text: (result) => JSON.stringify(result, null, 2),
    exit: () => EXIT.healed,
  },
};

/** How a run that has ended is shown. */
export function viewOf(ended: EndedRun): View<EndedRun['result']> {
  // The table has a row for each kind; its rows take the results of their own kind.
  return VIEWS[ended.kind] as View<EndedRun['result']>;
}
