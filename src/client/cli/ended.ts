/** Runs that have ended, as each kind is shown. */
import { targetsLine } from '../../domain/heal/targets';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { StoredTexts } from '../report/run-report';
import type { EndedRun } from '../run-result';
import type { Output } from './output';
import { exitCodeOf, headLine, renderResult, pathList, spendingLines } from './render';
import { inColumns } from './render-runs';
import { gateExit, renderGate } from './render-gate';
import { renderRollback, rollbackExit } from './render-rollback';
import { renderSession, sessionExit } from './render-session';
import { isFailure } from '../../domain/run/outcomes';
import type { GoalResult } from '../../domain/goal/result';
import { inCallersWords } from './command-name';
import type { CodeResult } from '../../domain/agent/state';
import type { Say } from '../../domain/run/said';
import { firstLine } from '../../domain/text';

const MOST_ROWS = 10;
const MOST_COLUMNS = 8;
const CELL_CHARS = 24;
const MOST_ISSUES = 10;

/** Exit code of a run of the coding agent. */
function codeExit({ status }: CodeResult): ExitCode {
  return status === 'completed' ? EXIT.healed : EXIT.notHealed;
}

/** Result of a run for people. */
function renderCode(result: CodeResult, output: Output, webUrl: string | undefined): string {
  const { record, message, status, calls, turns, timings, usage, budget, taskId } = result;
  const { say } = output;
  const lines = [headLine(codeExit(result), 'codingAgent', status, message, output)];
  if (record.generatedCode !== '')
    lines.push('', output.paint('bold', say`Code`), record.generatedCode.trimEnd());
  if (record.executionResult)
    lines.push(
      '',
      output.paint('bold', say`Result`),
      ...sampleTable(record.executionResult, say).map((line) => `  ${line}`),
    );
  if (record.runtimeError !== '')
    lines.push('', output.paint('bold', say`Error`), `  ${firstLine(record.runtimeError)}`);
  if (record.codeIssues.length > 0) {
    const more = record.codeIssues.length - MOST_ISSUES;
    const shown = record.codeIssues.slice(0, MOST_ISSUES).map((issue) => `  ${issue}`);
    lines.push(
      '',
      output.paint('bold', say`Issues`),
      ...shown,
      ...(more > 0 ? [`  ${say`… and ${more} more`}`] : []),
    );
  }
  const seconds = (timings.workMs / 1000).toFixed(1);
  lines.push(
    '',
    say`${seconds} s, ${record.iterationCount} iteration(s), ${turns} turn(s), ${calls} tool call(s), run ${taskId}`,
  );
  lines.push(...spendingLines({ usage, budget }, say));
  if (webUrl !== undefined) lines.push(webUrl);
  return lines.join('\n');
}

/** A sample of a serialised result: a table where it is a list of records, else its text. */
function sampleTable(result: Record<string, unknown>, say: Say): string[] {
  const { value, text } = result;
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return recordTable(value, say);
  if (isRecord(value) && Object.keys(value).length > 0)
    return inColumns(
      Object.entries(value)
        .slice(0, MOST_ROWS)
        .map(([name, one]) => [name, cell(one)]),
    );
  const shown = typeof text === 'string' ? text : JSON.stringify(value ?? result);
  return shown.split('\n').slice(0, MOST_ROWS);
}

function recordTable(rows: readonly Record<string, unknown>[], say: Say): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MOST_COLUMNS);
  const body = rows.slice(0, MOST_ROWS).map((row) => names.map((name) => cell(row[name])));
  const more = rows.length - body.length;
  return [...inColumns([names, ...body]), ...(more > 0 ? [say`… and ${more} more rows`] : [])];
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return firstLine(text, CELL_CHARS);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a result is shown, and with which texts. */
export interface ShownRun {
  /** Of the run. */
  readonly id: string;
  readonly webUrl?: string;
  readonly output: Output;
  /** Texts that the result names and the store keeps. */
  readonly stored: StoredTexts;
}

interface View<R> {
  /** `a goal` */
  readonly what: string;
  text(result: R, place: ShownRun): string;
  /** Value that `--json` prints where the run is followed; absent: the result. */
  product?(result: R): unknown;
  /** Text of `report --json`; absent: the result. */
  report?(result: R, stored: StoredTexts): string;
  /** Lines that only the report has. */
  readonly figures?: (result: R, say: Say) => readonly string[];
  exit(result: R): ExitCode;
}

const VIEWS: { readonly [K in EndedRun['kind']]: View<Extract<EndedRun, { kind: K }>['result']> } = {
  heal: {
    what: 'a heal',
    text: (result, { output, webUrl, stored: { diff } }) =>
      renderResult(result, { diff, webUrl, seconds: result.timings.workMs / 1000 }, output),
    figures: ({ targets }, say) =>
      targets ? [say`Times and their targets: ${targetsLine(targets, say)}`] : [],
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
    text: (result, { output, webUrl, stored }) => renderGoal(result, stored.markdown, output, webUrl),
    report: (result, { json }) => json ?? JSON.stringify(result),
    exit: goalExit,
  },
  session: {
    what: 'a session',
    text: (result, { output, webUrl }) => renderSession(result, output, webUrl),
    exit: sessionExit,
  },
  rollback: {
    what: 'a rollback',
    text: (result, { id, output, webUrl, stored: { diff } }) =>
      renderRollback(id, result, { diff, webUrl }, output),
    exit: rollbackExit,
  },
  gate: {
    what: 'a gate',
    text: (result, { webUrl, output }) => renderGate(result, webUrl, output.say),
    exit: gateExit,
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

/** Exit code of a run of a goal. */
function goalExit({ status }: GoalResult): ExitCode {
  return isFailure('goal', status) || status === 'rejected' ? EXIT.notHealed : EXIT.healed;
}

/** Result of a run for people; `report` is its report in Markdown. */
function renderGoal(result: GoalResult, report: string | undefined, output: Output, webUrl?: string): string {
  const { status, message, timings, usage, budget, taskId, published, conflicts } = result;
  const { say } = output;
  const lines = [headLine(goalExit(result), 'goal', status, message, output)];
  const sections = report?.split('\n').slice(3).join('\n').trim();
  if (sections) lines.push('', sections);
  if (conflicts.length > 0)
    lines.push(
      '',
      say`In conflict: ${pathList(conflicts, say)}.`,
      ...(published
        ? []
        : [inCallersWords(say`Publish the rest with: ${`kintsugi publish ${taskId} --partial`}`)]),
    );
  if (published) lines.push('', inCallersWords(say`Undo with: ${`kintsugi rollback ${taskId}`}`));
  lines.push(
    '',
    say`${(timings.workMs / 1000).toFixed(1)} s, run ${taskId}`,
    ...spendingLines({ usage, budget }, say),
  );
  if (webUrl !== undefined) lines.push(webUrl);
  return lines.join('\n');
}
