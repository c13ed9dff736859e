import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from 'node:events';
import type { FileEdit, TreeDiff } from '../../../domain/files/workspace';
import { choiceNamed, untilText, type Answer, type Question } from '../../../domain/run/questions';
import { said, saidText, type Said, type Say } from '../../../domain/run/said';
import type { RunStatus } from '../../../domain/run/status';
import { EXIT, KintsugiError, badInput } from '../../../domain/kintsugi-error';
import type { RunHandle } from '../../run-handle';
import type { Output } from '../output';
import { renderDiff } from '../render';
import type { StoreReader } from '../../store-reader';
import { changedSince } from './changed-since';
import { givenPlanText, PLAN_FILE } from '../../../domain/goal/planning';
import { allowText } from './phrases';
import { askLine } from './prompt';
import { userName } from './user-name';
import { printWarnings } from './waiting';
import { watchQuestion } from './watch-question';
import { changedTexts } from '../../changed-texts';
import { startProcess } from '../../../machine/processes';

/** Parts that a question on the terminal works with. */
export interface Desk {
  output: Output;
  store: Pick<StoreReader, 'readDiff' | 'readBlob' | 'readFile' | 'hashOf'>;
  /** Command of the user's editor. */
  editor: string;
  /** Ends the question without an answer. */
  signal: AbortSignal;
}

/** Fields of every answer given here. */
export type AnswerExtras = Pick<Answer, 'by'> & Partial<Pick<Answer, 'scope'>>;

/** `later`: the user leaves the question to be answered another time. `gone`: it is not asked any more. */
export type Asked = { end: 'answered'; decision: Answer['decision'] } | { end: 'later' } | { end: 'gone' };

type Given = Pick<Answer, 'decision' | 'reason' | 'text' | 'edits' | 'again'>;

/** Shows what a run asks, and asks the user until there is an answer. */
export async function askOnTerminal(
  run: RunHandle<unknown>,
  status: RunStatus & { pending: Question },
  desk: Desk,
  extras: AnswerExtras = {},
): Promise<Asked> {
  const { pending } = status;
  const { output, signal } = desk;
  const gone = new AbortController();
  const asking = { ...desk, signal: AbortSignal.any([signal, gone.signal]) };
  const watch = watchQuestion(run, pending, gone, asking.signal);
  try {
    output.clearProgress();
    await show(run, status, desk);
    const given = await answerTo(run, status, asking);
    if (signal.aborted) return { end: 'gone' };
    if (given === 'gone') return leave(output);
    if (given === 'later') return { end: 'later' };
    const by = extras.by ?? userName();
    await run.answer({ hash: pending.hash, scope: 'once', via: 'terminal', ...extras, by, ...given });
    if (given.edits && status.kind !== 'session')
      output.note(output.say`The edited change is verified; unless it is green, the run asks again.`);
    return { end: 'answered', decision: given.decision };
  } catch (error) {
    // Somebody else answered first, or the change is another one by now.
    if (!(error instanceof KintsugiError) || error.exitCode !== EXIT.usage) throw error;
    output.note(error.message);
    return { end: 'gone' };
  } finally {
    gone.abort();
    await watch;
  }
}

function leave(output: Output): Asked {
  output.note(output.say`The question is answered, or has expired: the run goes on.`);
  return { end: 'gone' };
}

async function show(
  run: RunHandle<unknown>,
  { pending, diff, refusedAnswer }: RunStatus & { pending: Question },
  { output, store }: Desk,
): Promise<void> {
  if (pending.kind === 'publish' && diff) {
    output.print(renderDiff((await store.readDiff(diff.hash)).trimEnd(), output));
    for (const line of await changedSince(run, diff, store, output.say))
      output.hint(output.paint('yellow', line));
  }
  if (pending.kind === 'proposal') output.print((await store.readBlob(pending.hash)) ?? pending.diffExcerpt);
  if (pending.kind === 'plan' || (pending.kind === 'publish' && !diff)) output.print(pending.diffExcerpt);
  printWarnings(pending, output);
  if (refusedAnswer) output.print(output.paint('yellow', refusedAnswer));
  output.print(output.say`The run waits ${untilText(pending, output.say.language)}.`);
}

async function answerTo(
  run: RunHandle<unknown>,
  status: RunStatus & { pending: Question },
  desk: Desk,
): Promise<Given | 'later' | 'gone'> {
  const { pending } = status;
  const given =
    pending.form === 'approval' ? await approvalOf(run, status, desk) : await textOf(pending, desk);
  return given === 'later' && desk.signal.aborted ? 'gone' : given;
}

/** Asks until a reply means an answer. */
async function approvalOf(
  run: RunHandle<unknown>,
  status: RunStatus & { pending: Question },
  desk: Desk,
): Promise<Given | 'later'> {
  const { pending } = status;
  const { output, signal } = desk;
  const { say } = output;
  const { above, prompt } = allowText(pending, say);
  for (;;) {
    if (above !== undefined) output.print(above);
    const typed = await askLine(`${prompt} [${keyList(pending)}] `, signal);
    if (typed === undefined) return 'later';
    switch (readReply(pending, typed)) {
      case 'yes':
        return { decision: 'approve' };
      case 'no':
        return { decision: 'reject', reason: say`rejected on the terminal` };
      case 'later':
        return 'later';
      case 'diff':
        await show(run, status, desk);
        break;
      case 'edit': {
        const edits = await (pending.kind === 'plan' || !status.diff
          ? editedPlan(pending, desk)
          : edited(status, desk));
        if (edits.length > 0) return { decision: 'approve', edits };
        break;
      }
      case 'reject': {
        const reason = (await askLine(`${say`Reason:`} `, signal))?.trim();
        if (reason) return { decision: 'reject', reason, again: true };
        output.print(say`No reason was given, so nothing is rejected. ${'n'} rejects without one.`);
        break;
      }
      default:
        for (const line of keyHelp(pending, say)) output.print(line);
    }
  }
}

/** A plan as the user changes it in the editor. Empty: it was not changed. */
async function editedPlan({ hash }: Question, { output, store, editor }: Desk): Promise<FileEdit[]> {
  const text = await store.readBlob(hash);
  if (text === undefined) {
    output.print(output.say`The plan is not on this machine.`);
    return [];
  }
  const edits = await editTexts(new Map([[PLAN_FILE, givenPlanText(text)]]), editor);
  if (edits.length === 0) output.print(output.say`Nothing was edited.`);
  return edits;
}

/** Edits that the user makes in the editor. Empty: none, or none that could be made, which is said. */
async function edited({ diff }: RunStatus, { output, store, editor }: Desk): Promise<FileEdit[]> {
  if (!diff) return [];
  try {
    const edits = await editChange(diff, editor, store.readFile);
    if (edits.length === 0) output.print(output.say`Nothing was edited.`);
    return edits;
  } catch (error) {
    if (!(error instanceof KintsugiError)) throw error;
    output.print(error.message);
    return [];
  }
}

/** Asks for a text, or for one of the choices by its words or number. */
async function textOf(
  { kind, summary, choices = [] }: Question,
  { output, signal }: Desk,
): Promise<Given | 'later'> {
  const { say } = output;
  output.print(summary);
  for (const [index, choice] of choices.entries()) output.print(`  ${index + 1}  ${choice}`);
  if (kind === 'publish') output.print(`  n  ${say`none of them`}`);
  for (;;) {
    const typed = await askLine(`${choices.length > 0 ? say`Your choice:` : say`Your answer:`} `, signal);
    if (typed === undefined) return 'later';
    const reply = typed.trim();
    if (kind === 'publish' && ['n', 'no'].includes(reply.toLowerCase()))
      return { decision: 'reject', reason: say`none of the repairs, on the terminal` };
    const text = choices[Number(reply) - 1] ?? (choices.length > 0 ? choiceNamed(choices, reply) : reply);
    if (text !== undefined && text !== '') return { text };
    output.print(say`Give an answer, or press ${'Ctrl-D'} to answer later.`);
  }
}

/** Reply that a terminal takes to the question whether something may be done. */
type Reply = 'yes' | 'no' | 'diff' | 'edit' | 'reject' | 'later' | 'help';

interface Key {
  key: string;
  reply: Reply;
  help: Said;
  /** Only where there is a change or a plan to look at. */
  ofChange?: true;
}

const KEYS: readonly Key[] = [
  { key: 'y', reply: 'yes', help: said`yes: allow it` },
  { key: 'n', reply: 'no', help: said`no: reject it` },
  { key: 'd', reply: 'diff', help: said`show the change again`, ofChange: true },
  {
    key: 'e',
    reply: 'edit',
    help: said`edit the changed files, then allow them: they are verified again`,
    ofChange: true,
  },
  { key: 'r', reply: 'reject', help: said`reject it with a reason, which the next try is told` },
  { key: 'l', reply: 'later', help: said`decide later: the run waits (${'Ctrl-C, Ctrl-D'} do the same)` },
  { key: '?', reply: 'help', help: said`show this list` },
];

type About = Pick<Question, 'kind'>;

function keysOf({ kind }: About): readonly Key[] {
  return KEYS.filter(({ ofChange }) => !ofChange || kind === 'publish' || kind === 'plan');
}

/** `y,n,d,e,r,l,?`: the keys that a question takes. */
function keyList(question: About): string {
  return keysOf(question)
    .map(({ key }) => key)
    .join(',');
}

/** The keys of a question with their meanings, a line each. */
function keyHelp(question: About, { language }: Say): string[] {
  return keysOf(question).map(({ key, help }) => `  ${key}  ${saidText(help, language)}`);
}

/** Meaning of what was typed: a key or its whole word. Undefined: neither. */
function readReply(question: About, typed: string): Reply | undefined {
  const text = typed.trim().toLowerCase();
  return keysOf(question).find(({ key, reply }) => text === key || text === reply)?.reply;
}

/**
 * Opens the changed files of a change in the user's editor, as the change leaves them. Resolves to what was edited there;
 * empty: nothing. Throws a sentence where there is nothing to edit, or the editor can't be run.
 */
async function editChange(
  diff: TreeDiff,
  editor: string,
  readFileOf: StoreReader['readFile'],
): Promise<FileEdit[]> {
  return editTexts(await changedTexts(diff, readFileOf), editor);
}

/** Opens texts in the user's editor, as files of a temporary folder. Resolves to what was edited there. */
async function editTexts(texts: ReadonlyMap<string, string>, editor: string): Promise<FileEdit[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-edit-'));
  try {
    for (const [path, text] of texts) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await runEditor(editor, folder, [...texts.keys()]);
    const edits = await Promise.all([...texts].map(([path, text]) => editOf(folder, path, text)));
    return edits.flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the editor as git does, with its own arguments: `code --wait`. */
async function runEditor(editor: string, folder: string, paths: readonly string[]): Promise<void> {
  const child = startProcess('sh', ['-c', `${editor} "$@"`, editor, ...paths], {
    cwd: folder,
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  throw badInput(
    `The editor ${editor} ended with ${code ?? 'a signal'}, so nothing was edited: set EDITOR to one that is installed.`,
  );
}

async function editOf(folder: string, path: string, before: string): Promise<FileEdit[]> {
  const content = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  if (content === undefined) return [{ action: 'delete', path }];
  return content === before ? [] : [{ action: 'modify', path, content }];
}
