import type { BlobHash } from '../domain/ids';
import { firstLine, plural } from '../domain/text';
import type { ModelClient } from '../model';
import { clip } from './material';
import { resultPath } from './tools/bounded';

export type SentMessage = Parameters<ModelClient['tools']>[0]['messages'][number];

/** A message of a transcript: the result of a call may be kept as a blob too, under the name that `read` takes. */
export type TranscriptMessage = SentMessage & { result?: BlobHash };

/** Facts that no model has to remember: they are told anew with every request. */
export interface ShownState {
  /** The system message. */
  rules: string;
  task: string;
  plan?: string;
  /** Files that are being worked on, the most important first. */
  openFiles: readonly { path: string; text: string }[];
  /** Latest result of each check. */
  checks: readonly { name: string; text: string }[];
}

export interface CompactionRequest {
  /** All that was said after the task, oldest first. */
  messages: readonly TranscriptMessage[];
  /** True if there were turns before these. */
  isCut?: boolean;
  state: ShownState;
  /** Tokens for the whole request. */
  budget: number;
}

/** `fits`: false only where rules and task alone are more than the budget. `leftOut`: turns that are not sent any more. `isWhole`: nothing had to be shortened, so the state is not told again. */
export interface Compacted {
  messages: SentMessage[];
  tokens: number;
  fits: boolean;
  leftOut: number;
  isWhole: boolean;
}

/** Bytes of a token, as `promptTokens` counts, and the tokens around a message or a call. */
const BYTES_PER_TOKEN = 3;
const OVERHEAD = 8;
/** Longer results and arguments are referred to or cut in older turns. */
const SHORT_CHARS = 300;
/** Share of the room that the state may take, and share of the rest that the newest turns have for themselves. */
const STATE_SHARE = 0.4;
const NEWEST_SHARE = 0.6;
/** Tokens that less than is not worth showing. */
const LEAST = 40;

/**
 * The request for the next turn: rules and task verbatim, then as much of the transcript as fits, then the state. The
 * newest turns stay whole; of older ones results become references; the oldest are left out. A call and its results stay
 * together.
 */
export function compact({ messages, isCut = false, state, budget }: CompactionRequest): Compacted {
  const head: SentMessage[] = [
    { role: 'system', content: state.rules },
    { role: 'user', content: state.task },
  ];
  const room = budget - tokensOf(head);
  if (room < 0)
    return {
      messages: head,
      tokens: tokensOf(head),
      fits: false,
      leftOut: turnsOf(messages).length,
      isWhole: false,
    };
  const turns = turnsOf(messages);
  const all = [...head, ...turns.flatMap(sentWhole)];
  if (!isCut && tokensOf(all) <= budget)
    return { messages: all, tokens: tokensOf(all), fits: true, leftOut: 0, isWhole: true };
  const whole = stateMessage(state, Math.floor(room * STATE_SHARE));
  const kept = fit(turns, room - tokensOf(whole) - LEAST);
  const leftOut = turns.length - kept.length;
  const note = isCut
    ? '(earlier turns left out)'
    : leftOut > 0
      ? `(${plural(leftOut, 'earlier turn')} left out)`
      : '';
  const noted = stateMessage(state, Math.floor(room * STATE_SHARE), note);
  const tail = tokensOf([...kept.flat(), ...noted]) <= room ? noted : whole;
  const sent = [...head, ...kept.flat(), ...tail];
  return { messages: sent, tokens: tokensOf(sent), fits: tokensOf(sent) <= budget, leftOut, isWhole: false };
}

export function tokensOf(messages: readonly SentMessage[]): number {
  return messages.reduce((sum, message) => {
    const calls = 'toolCalls' in message ? message.toolCalls : [];
    const bytes = calls.reduce(
      (all, call) => all + Buffer.byteLength(call.name) + Buffer.byteLength(call.arguments),
      0,
    );
    return (
      sum +
      Math.ceil((Buffer.byteLength(message.content) + bytes) / BYTES_PER_TOKEN) +
      OVERHEAD * (1 + calls.length)
    );
  }, 0);
}

/** A message, or a turn of calls with all of their results. */
type Turn = TranscriptMessage[];

/** The transcript as turns in a valid order: each call has one result right behind it, and no result is without a call. */
function turnsOf(messages: readonly TranscriptMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system' || message.role === 'tool') continue;
    if ('toolCalls' in message && message.toolCalls.length > 0)
      turns.push([
        message,
        ...resultsOf(message.toolCalls, messages.slice(index + 1, nextSpeaker(messages, index))),
      ]);
    else if (message.content.trim() !== '') turns.push([{ role: message.role, content: message.content }]);
  }
  return turns;
}

/** The message that no longer belongs to the turn at `index`. */
function nextSpeaker(messages: readonly TranscriptMessage[], index: number): number {
  for (let next = index + 1; next < messages.length; next += 1)
    if (messages[next]?.role !== 'tool') return next;
  return messages.length;
}

function resultsOf(
  calls: readonly { id: string }[],
  following: readonly TranscriptMessage[],
): TranscriptMessage[] {
  const results = following.filter((message) => message.role === 'tool');
  return calls.map(
    ({ id }) =>
      results.find((result) => result.toolCallId === id) ?? {
        role: 'tool',
        toolCallId: id,
        content: '(no result was recorded)',
      },
  );
}

/** The newest turns that fit: whole ones, before them shortened ones. */
function fit(turns: readonly Turn[], room: number): SentMessage[][] {
  const whole = turns.map(sentWhole);
  if (sum(whole) <= room) return whole;
  const short = turns.map(shortened);
  const kept: SentMessage[][] = [];
  let left = room;
  let index = turns.length - 1;
  const take = (turn: SentMessage[]): void => {
    kept.unshift(turn);
    left -= tokensOf(turn);
    index -= 1;
  };
  const newest = whole[index];
  if (newest) {
    const cut = cutTo(newest, room) ?? cutTo(short[index] ?? newest, room);
    if (!cut) return [];
    take(cut);
  }
  for (
    let turn = whole[index];
    turn && room - left + tokensOf(turn) <= room * NEWEST_SHARE;
    turn = whole[index]
  )
    take(turn);
  for (let turn = short[index]; turn && tokensOf(turn) <= left; turn = short[index]) take(turn);
  return kept;
}

function sum(turns: readonly SentMessage[][]): number {
  return turns.reduce((all, turn) => all + tokensOf(turn), 0);
}

/** Without what only the transcript knows. */
function sentWhole(turn: Turn): SentMessage[] {
  return turn.map((message) => {
    if (message.role === 'tool')
      return { role: 'tool', toolCallId: message.toolCallId, content: message.content };
    if ('toolCalls' in message)
      return { role: 'assistant', content: message.content, toolCalls: message.toolCalls };
    return { role: message.role, content: message.content };
  });
}

/** An older turn: long results are named, long arguments and texts are cut. */
function shortened(turn: Turn): SentMessage[] {
  return turn.map((message) => {
    if (message.role === 'tool')
      return { role: 'tool', toolCallId: message.toolCallId, content: referred(message) };
    const content = clip(message.content, 2 * SHORT_CHARS);
    if (!('toolCalls' in message)) return { role: message.role, content };
    const toolCalls = message.toolCalls.map((call) => ({
      ...call,
      arguments: shortArguments(call.arguments),
    }));
    return { role: 'assistant', content, toolCalls };
  });
}

function referred({ content, result }: { content: string; result?: BlobHash }): string {
  if (content.length <= SHORT_CHARS) return content;
  if (result === undefined) return clip(content, SHORT_CHARS);
  return `${firstLine(content, 120)}\n(${content.length} characters, shown earlier: read them by the path ${resultPath(result)})`;
}

/** JSON of the same keys, with long texts cut. */
function shortArguments(text: string): string {
  if (text.length <= SHORT_CHARS) return text;
  try {
    const short = JSON.stringify(shortValue(JSON.parse(text), 4));
    return short.length < text.length ? short : '{}';
  } catch {
    return '{}';
  }
}

function shortValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length <= 100 ? value : `${value.slice(0, 60)} … (${value.length} characters)`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, 5).map((one) => shortValue(one, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 20)
      .map(([key, one]) => [key.slice(0, 60), shortValue(one, depth - 1)]),
  );
}

/** A turn whose texts are cut until it fits; undefined where even that is too much. */
function cutTo(turn: readonly SentMessage[], room: number): SentMessage[] | undefined {
  if (tokensOf(turn) <= room) return [...turn];
  for (let chars = 20_000; chars >= 40; chars = Math.floor(chars / 2)) {
    const cut = turn.map((message) => ({ ...message, content: clip(message.content, chars) }));
    if (tokensOf(cut) <= room) return cut;
  }
  return undefined;
}

/** The state as the last message, within so many tokens; none where there is nothing to tell. */
function stateMessage(state: ShownState, room: number, note = ''): SentMessage[] {
  const sections: string[] = [];
  let left = room - OVERHEAD;
  const add = (title: string, text: string | undefined, share: number): void => {
    if (!text?.trim()) return;
    const shown = fitted(`## ${title}\n${text}`, Math.floor(left * share));
    if (shown === undefined) return;
    sections.push(shown);
    left -= textTokens(shown) + 1;
  };
  add('Plan', state.plan, 0.4);
  for (const { name, text } of state.checks) add(`Last result of ${name}`, text, 0.4);
  for (const { path, text } of state.openFiles) add(`${path} now`, text, 0.6);
  // Within the tokens that are kept back for it.
  const content = [...sections, note].filter(Boolean).join('\n\n');
  return content === '' ? [] : [{ role: 'user', content }];
}

function textTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

function fitted(text: string, room: number): string | undefined {
  if (room < LEAST) return undefined;
  for (let chars = room * BYTES_PER_TOKEN; chars >= LEAST; chars = Math.floor(chars * 0.7)) {
    const shown = clip(text, chars);
    if (textTokens(shown) <= room) return shown;
  }
  return undefined;
}
