import { standText, usageText } from '../../domain/run/budget-report';
import { outcomeText } from '../../domain/run/outcomes';
import type { CodeResult } from '../../domain/agent/state';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { firstLine, plural } from '../../domain/text';
import type { Output } from './output';

const MOST_ROWS = 10;
const MOST_COLUMNS = 8;
const CELL_CHARS = 24;
const MOST_ISSUES = 10;

/** Exit code of a run of the coding agent. */
export function codeExit({ status }: CodeResult): ExitCode {
  return status === 'completed' ? EXIT.healed : EXIT.notHealed;
}

/** Result of a run for people. */
export function renderCode(result: CodeResult, output: Output, webUrl: string | undefined): string {
  const { record, message, status, calls, turns, timings, usage, budget, taskId } = result;
  const mark = status === 'completed' ? output.paint('green', '✔') : output.paint('red', '✘');
  const lines = [`${mark} ${output.paint('bold', outcomeText('codingAgent', status))}: ${message}`];
  if (record.generatedCode !== '')
    lines.push('', output.paint('bold', 'Code'), record.generatedCode.trimEnd());
  if (record.executionResult)
    lines.push(
      '',
      output.paint('bold', 'Result'),
      ...sampleTable(record.executionResult).map((line) => `  ${line}`),
    );
  if (record.runtimeError !== '')
    lines.push('', output.paint('bold', 'Error'), `  ${firstLine(record.runtimeError)}`);
  if (record.codeIssues.length > 0) {
    const more = record.codeIssues.length - MOST_ISSUES;
    const shown = record.codeIssues.slice(0, MOST_ISSUES).map((issue) => `  ${issue}`);
    lines.push('', output.paint('bold', 'Issues'), ...shown, ...(more > 0 ? [`  … and ${more} more`] : []));
  }
  const seconds = (timings.workMs / 1000).toFixed(1);
  lines.push(
    '',
    `${seconds} s, ${plural(record.iterationCount, 'iteration')}, ${plural(turns, 'turn')}, ${plural(calls, 'tool call')}, run ${taskId}`,
  );
  const used = usageText(usage);
  if (used !== undefined) lines.push(used);
  if (budget) lines.push(`budget: ${standText(budget)} spent`);
  if (webUrl !== undefined) lines.push(webUrl);
  return lines.join('\n');
}

/** A sample of a serialised result: a table where it is a list of records, else its text. */
export function sampleTable(result: Record<string, unknown>): string[] {
  const { value, text } = result;
  if (Array.isArray(value) && value.length > 0 && value.every(isRecord)) return recordTable(value);
  if (isRecord(value) && Object.keys(value).length > 0)
    return aligned(
      Object.entries(value)
        .slice(0, MOST_ROWS)
        .map(([name, one]) => [name, cell(one)]),
    );
  const shown = typeof text === 'string' ? text : JSON.stringify(value ?? result);
  return shown.split('\n').slice(0, MOST_ROWS);
}

function recordTable(rows: readonly Record<string, unknown>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MOST_COLUMNS);
  const body = rows.slice(0, MOST_ROWS).map((row) => names.map((name) => cell(row[name])));
  const more = rows.length - body.length;
  return [...aligned([names, ...body]), ...(more > 0 ? [`… and ${more} more rows`] : [])];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((text, index) => Math.max(most[index] ?? 0, text.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cell(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = firstLine(text, CELL_CHARS);
  return line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
