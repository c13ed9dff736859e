import { z } from 'zod';
import { createHash } from 'node:crypto';
import { apiResponse } from '../../domain/heal/api-response';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor, type Redact } from '../../domain/redact';
import { DebuggerSuggestion, type RepairAttempt } from '../../domain/heal/proposal';
import type { HealResult } from '../../domain/heal/result';
import type { ReadBlob } from '../event-log';
import type { HealHandle } from '../run-handle';
import type { EndedRun } from '../run-result';
import { readReport, type RunReport } from '../report/run-report';
import { withStore, type StoreReader } from '../store-reader';
import type { Context, Flags } from './context';
import { viewOf } from './ended';
import { writeNamed } from './named-files';
import type { Output } from './output';
import { printTurns } from './render-session';
import { writePatch, writeTrajectory } from './report-files';
import { standLine } from './show-commands';
import { storyLines } from './story';
import { firstLine } from '../../domain/text';
import { html, Html } from '../web/html';
import { reportHead, reportSections } from '../web/report-sections';
import { STYLE } from '../web/style';

/** Flags of `report`. */
export interface ReportFlags extends Flags {
  /** First digits of the hash of a reply. */
  reply?: string;
  /** File that the report is written to as a page. */
  html?: string;
  /** File for the change as a patch. */
  patch?: string;
  /** File for the run as a trajectory. */
  atif?: string;
}

/** Parts that a report is shown with. */
interface Shown {
  output: Output;
  store: StoreReader;
  redact: Redact;
}

/** Prints what happened in a run, by its events, and of one that has ended its result. */
export async function report(
  { client, output, config }: Context,
  id: string,
  flags: ReportFlags,
): Promise<ExitCode> {
  const redact = redactor(config.secrets);
  return withStore(config, async (store) => {
    const shown = { output, store, redact };
    if (flags.reply !== undefined)
      return showReply(client.run(id), flags.reply, { ...shown, json: flags.json ?? false });
    const told = await readReport(id, { client, store, redact, prices: config.model?.prices });
    output.say = told.say;
    const { html, patch, atif } = flags;
    if (patch !== undefined) await writePatch(output, told, patch, store);
    if (atif !== undefined) await writeTrajectory(output, told, atif, shown);
    const isWritten = patch !== undefined || atif !== undefined;
    if (isWritten && html === undefined) return EXIT.healed;
    if (html !== undefined) {
      await writeNamed(html, reportFile(told));
      output.note(`Written: ${html}`);
    } else if (told.ended) await printEnded(told, told.ended, flags, shown);
    else printOpen(told, flags, shown);
    return exitOf(told);
  });
}

function exitOf({ ended, facts: { execution } }: RunReport): ExitCode {
  if (ended) return viewOf(ended).exit(ended.result);
  if (execution === 'RUNNING') return EXIT.waiting;
  return execution === 'CANCELLED' ? EXIT.cancelled : EXIT.infrastructure;
}

async function printEnded(
  told: RunReport,
  ended: EndedRun,
  flags: Flags,
  { output, store, redact }: Shown,
): Promise<void> {
  const { id, webUrl, stored, turns } = told;
  const { result } = ended;
  const view = viewOf(ended);
  if (flags.api) {
    if (ended.kind !== 'heal')
      throw badInput(`${id} is ${view.what}, which has no response of the task API.`);
    const whole = await withContents(ended.result, store.readBlob, redact);
    output.print(JSON.stringify(apiResponse(whole), null, 2));
  } else if (flags.json && turns && ended.kind === 'session')
    output.print(JSON.stringify({ ...ended.result, turns }));
  else if (flags.json) output.print(view.report?.(result, stored) ?? JSON.stringify(result));
  else {
    output.print(view.text(result, { id, webUrl, output, stored }));
    for (const line of view.figures?.(result, output.say) ?? []) output.print(line);
    if (turns) printTurns(turns, output);
    else printStory(told, output);
  }
}

/** A run that has no result: it goes on, or was ended from outside. What happened until now is told all the same. */
function printOpen(told: RunReport, flags: Flags, { output }: Shown): void {
  const { id, facts, status, stand, events, turns, webUrl } = told;
  const { kind, execution } = facts;
  const isOpen = execution === 'RUNNING';
  if (flags.api)
    throw badInput(
      `The run ${id} has no response of the task API${isOpen ? ' yet' : ''}: see kintsugi report ${id}.`,
    );
  if (!status) {
    if (flags.json) output.print(JSON.stringify({ id, execution }));
    else
      output.hint(
        `${id}: ${stand}.${isOpen ? ` ${output.say`Follow with: ${`kintsugi watch ${id}`}`}` : ''}`,
      );
    return;
  }
  const { phase, mode } = status;
  if (flags.json)
    output.print(
      turns
        ? JSON.stringify({ id, execution, phase, mode, turns })
        : JSON.stringify({ id, execution, phase, events }),
    );
  else {
    output.print(standLine(id, execution, { ...status, kind }, output.say));
    if (turns) printTurns(turns, output);
    else printStory(told, output);
    if (webUrl && !turns) output.print(webUrl);
  }
}

function printStory({ events }: RunReport, output: Output): void {
  if (events.length === 0) return;
  output.print(`\n${output.paint('bold', output.say`What happened`)}`);
  for (const line of storyLines(events)) output.print(line);
}

/** The result with the contents that its suggestions gave files. History has references only; the store has the texts. */
async function withContents(result: HealResult, readBlob: ReadBlob, redact: Redact): Promise<HealResult> {
  const repairHistory = await Promise.all(
    result.repairHistory.map((attempt) => filled(attempt, readBlob, redact)),
  );
  return { ...result, repairHistory };
}

async function filled(attempt: RepairAttempt, readBlob: ReadBlob, redact: Redact): Promise<RepairAttempt> {
  const { suggestionRef, debuggerResponse } = attempt;
  const text = suggestionRef === undefined ? undefined : await readBlob(suggestionRef);
  if (text === undefined || !debuggerResponse) return attempt;
  const { fileModifications } = DebuggerSuggestion.parse(JSON.parse(text));
  return {
    ...attempt,
    debuggerResponse: {
      ...debuggerResponse,
      // All of them: the result names the first alone.
      fileModifications: fileModifications.map(({ path, action, content }) =>
        content === undefined ? { path, action } : { path, action, content: redact(content) },
      ),
    },
  };
}

const LEAST_DIGITS = 8;

/** A stored reply, as far as it is shown. */
const Reply = z.object({ model: z.string(), text: z.string(), finishReason: z.string() });

/** Prints a reply of a model, also one that could not be used, by the first digits of its hash. */
async function showReply(
  run: HealHandle,
  hash: string,
  { output, store, redact, json }: { output: Output; store: StoreReader; redact: Redact; json: boolean },
): Promise<ExitCode> {
  if (hash.length < LEAST_DIGITS)
    throw badInput(`--reply is too short: give at least the first ${LEAST_DIGITS} digits.`);
  const calls = await store.callsOf(await run.firstExecution());
  const blob = calls.find((call) => call.blob.startsWith(hash))?.blob;
  const text = blob === undefined ? undefined : await store.readBlob(blob);
  if (text === undefined)
    throw badInput(
      `The run ${run.id} has no reply ${hash} on this machine: its report names the replies that could not be used.`,
    );
  const reply = Reply.parse(JSON.parse(text));
  const shown = { ...reply, text: redact(reply.text) };
  if (json) output.print(JSON.stringify(shown));
  else {
    output.print(output.paint('bold', `Reply of ${shown.model}, ended by ${shown.finishReason}`));
    output.print(shown.text);
  }
  return EXIT.healed;
}

/** A report as one page that needs nothing else: it may be sent to anybody, and runs no script. */
export function reportFile(report: RunReport): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="${report.say.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${firstLine(report.asked, 80)} · ${report.stand}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header><b>Kintsugi</b><span>${report.say`report of a run`}</span></header>
        <main>${reportHead(report)} ${reportSections(report, {})}</main>
        <footer>${report.say`Run ${report.id}. Everything on this page is in this file.`}</footer>
      </body>
    </html> `.source;
}
