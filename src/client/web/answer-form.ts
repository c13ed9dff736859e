import type { FileEdit } from '../../domain/files/workspace';
import { givenPlanText, PLAN_FILE } from '../../domain/goal/planning';
import { badInput } from '../../domain/kintsugi-error';
import { untilText, type Answer, type OpenQuestion, type Question } from '../../domain/run/questions';
import type { TopUp } from '../../domain/run/budget';
import type { Redact } from '../../domain/redact';
import type { Say } from '../../domain/run/said';
import { momentText } from '../../domain/run/times';
import type { RunStatus } from '../../domain/run/status';
import { shownText } from '../../domain/shown';
import { hashText } from '../../domain/text';
import { changedTexts } from '../changed-texts';
import type { StoreReader } from '../store-reader';
import { escaped, html, Html, type HtmlValue } from './html';

/** Where an answer is sent to: the page of the run, or a link that is for this question alone. */
export interface AnswerPlace {
  /** Address that the form is sent to. */
  readonly action: string;
  /** Address of the form with the texts of the change; absent: they are not edited here. */
  readonly edit?: string;
}

/** The question of a run with the form that answers it. `shown`: what it asks about, where that is no part of the page. */
export function questionHtml(
  question: OpenQuestion & Pick<Question, 'choices'>,
  { action, edit }: AnswerPlace,
  shown: HtmlValue,
  changed: readonly string[],
  say: Say,
): Html {
  const { summary, warnings = [], requestedAt, delegate, hash } = question;
  return html`<section class="card" aria-labelledby="question">
    <h2 id="question">${say`It waits for you: ${summary}`}</h2>
    <p class="soft">
      ${say`Asked ${momentText(requestedAt)}. It waits ${untilText(question, say.language)}.`}
      ${delegate !== undefined && say`${delegate} is asked too.`} ${say`The answer is for this alone:`}
      <code>${hashText(hash)}</code>
    </p>
    ${[...warnings, ...changed].map((warning) => html`<p class="wait">${warning}</p>`)} ${shown}
    ${formsOf(question, { action, edit }, say)}
  </section>`;
}

function formsOf(
  question: OpenQuestion & Pick<Question, 'choices'>,
  { action, edit }: AnswerPlace,
  say: Say,
): Html {
  switch (question.form) {
    case 'approval':
      return approvalForms(question, { action, edit }, say);
    case 'top-up':
      return formOf(
        question,
        action,
        html`<button class="yes" name="decision" value="${TOP_UP}">${say`Top it up by that`}</button>`,
      );
    case 'text':
    case 'choice':
      return textForm(question, action, say);
  }
}

/** Two forms: the Enter key in the field of the reason must not approve. */
function approvalForms(question: OpenQuestion, { action, edit }: AnswerPlace, say: Say): Html {
  const { kind } = question;
  const canEdit = edit !== undefined && (kind === 'publish' || kind === 'plan');
  const approve = html`<button class="yes" name="decision" value="approve">${say`Approve`}</button>
    ${canEdit && html`<a href="${edit}">${say`Edit, then approve`}</a>`}`;
  const reject = html`<label for="reason">${say`Reason, if you reject it`}</label>
    <input id="reason" name="reason" type="text" autocomplete="off" />
    <label class="pick"
      ><input type="checkbox" name="again" value="yes" />
      ${say`Let the run try once more, told the reason`}</label
    >
    <button name="decision" value="reject">${say`Reject`}</button>`;
  return html`${formOf(question, action, approve)}${formOf(question, action, reject)}`;
}

function textForm(question: OpenQuestion & Pick<Question, 'choices'>, action: string, say: Say): Html {
  const { kind, choices = [] } = question;
  const field =
    choices.length > 0
      ? html`<fieldset>
          <legend>${say`Your choice:`}</legend>
          ${choices.map(
            (choice) =>
              html`<label class="pick"
                ><input type="radio" name="text" value="${choice}" required /> ${choice}</label
              >`,
          )}
        </fieldset>`
      : html`<label for="text">${say`Your answer:`}</label
          ><textarea id="text" name="text" rows="3" required></textarea>`;
  const none =
    kind === 'publish' &&
    html`<button name="decision" value="reject" formnovalidate>${say`None of them`}</button>`;
  return formOf(
    question,
    action,
    html`${field}<button class="yes" name="decision" value="told">${say`Answer`}</button>${none}`,
  );
}

function formOf({ hash }: OpenQuestion, action: string, fields: Html): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="hash" value="${hash}" />
    ${fields}
  </form>`;
}

/** Text that a question is about, other than the run's change: a plan, a proposal, the words of an act. */
export async function askedAbout(
  { kind, hash, diffExcerpt }: Question,
  { readBlob }: StoreReader,
  redact: Redact,
): Promise<Html | undefined> {
  const text = kind === 'proposal' ? await readBlob(hash) : undefined;
  const shown = text ?? diffExcerpt;
  return shown === '' ? undefined : html`<pre>${redact(shown)}</pre>`;
}

/** Texts that are edited while a question is approved, by their paths; none that a browser would change, nor one with a secret. Throws a sentence where there are none. */
export async function editableTexts(
  { pending, diff }: RunStatus,
  { store, redact }: { store: StoreReader; redact: Redact },
): Promise<ReadonlyMap<string, string>> {
  if (!pending) throw badInput('The run is not waiting for an answer.');
  if (pending.kind === 'publish' && diff) {
    const texts = await changedTexts(diff, store.readFile);
    const others = [...texts]
      .filter(([path, text]) => !comesBack(text) || [path, text].some((one) => redact(one) !== one))
      .map(([path]) => path);
    for (const path of others) texts.delete(path);
    if (texts.size > 0) return texts;
    throw badInput(
      `${redact(others.join(', '))} has mixed line ends or characters that nobody sees, which a browser would change, or a secret: edit it with kintsugi approve on a terminal.`,
    );
  }
  const plan = await store.readBlob(pending.hash);
  if (plan === undefined) throw badInput('The plan is not on this machine.');
  const text = givenPlanText(plan);
  if (redact(text) !== text)
    throw badInput('The plan holds a secret: edit it with kintsugi approve on a terminal.');
  return new Map([[PLAN_FILE, text]]);
}

/** True if a browser brings the text back as it is: it sends every line end as CRLF, and characters that nobody sees are written out. */
function comesBack(text: string): boolean {
  const all = text.split('\n').length - 1;
  const crlf = text.split('\r\n').length - 1;
  return (crlf === 0 || crlf === all) && shownText(text) === text.replaceAll('\r\n', '\n');
}

/** Form with the texts of a change. */
export function editForm(
  question: Question,
  texts: ReadonlyMap<string, string>,
  action: string,
  say: Say,
): Html {
  return html`<h1>${say`Edit, then approve`}</h1>
    <p>${question.summary}. ${say`What you change is verified; unless it is green, the run asks again.`}</p>
    ${formOf(
      question,
      action,
      html`${[...texts].map(
          ([path, text], index) =>
            html`<label for="text-${index}"><code>${path}</code></label
              >${textArea(index, text)}`,
        )} <button class="yes" name="decision" value="approve">${say`Approve as it stands here`}</button>`,
    )}`;
}

/** Field with a text, named by its place: browsers change line ends and more in names. A text area drops the line end that it begins with, so it is given one more. */
function textArea(index: number, text: string): Html {
  const rows = Math.min(30, text.split('\n').length + 1);
  const head = html`<textarea
    id="text-${index}"
    name="edit:${index}"
    rows="${rows}"
    spellcheck="false"
  ></textarea>`;
  return new Html(head.source.replace(/>\s*<\/textarea>$/, () => `>\n${escaped(text)}</textarea>`));
}

const TOP_UP = 'top-up';

/** True for the form of a top-up. */
export function isTopUp(form: URLSearchParams): boolean {
  return form.get('decision') === TOP_UP;
}

/** The top-up that a form gives: what the run says that it lacks, for that wait alone. */
export function topUpOf(
  form: URLSearchParams,
  { budget }: Pick<RunStatus, 'budget'>,
  by: string | undefined,
): TopUp {
  const hash = form.get('hash') ?? '';
  const { tokens = 0, microUsd = 0 } = (budget?.waiting?.hash === hash && budget.waiting.missing) || {};
  if (tokens === 0 && microUsd === 0) throw badInput('The run does not wait for that top-up any more.');
  return { ...(tokens > 0 && { tokens }), ...(microUsd > 0 && { usd: microUsd / 1e6 }), by, hash };
}

/** The answer that a form gives. `texts`: those that could be edited; empty: none were shown. */
export function answerOf(
  form: URLSearchParams,
  texts: ReadonlyMap<string, string>,
  by: string | undefined,
): Answer {
  const given = (name: string) => form.get(name)?.trim() ?? '';
  const common = { hash: given('hash'), scope: 'once', by, via: 'dashboard' } as const;
  switch (given('decision')) {
    case 'approve': {
      const edits = [...texts].flatMap(([path, text], index) =>
        editOf(path, text, form.get(`edit:${index}`)),
      );
      return { ...common, decision: 'approve', ...(edits.length > 0 && { edits }) };
    }
    case 'reject': {
      const reason = given('reason') || undefined;
      return { ...common, decision: 'reject', reason, ...(given('again') === 'yes' && { again: true }) };
    }
    default:
      return { ...common, text: given('text') };
  }
}

function editOf(path: string, before: string, sent: string | null): FileEdit[] {
  if (sent === null) return [];
  const lines = sent.replaceAll('\r\n', '\n');
  const content = before.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
  return content === before ? [] : [{ action: 'modify', path, content }];
}
