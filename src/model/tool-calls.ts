import type { RawToolCall } from './types';

/** A piece of a tool call in a stream. Endpoints leave out any of it. */
export interface ToolCallDelta {
  index?: number;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown };
}

interface PartialCall extends RawToolCall {
  index: number | undefined;
}

/** Puts the pieces of a turn's tool calls together. */
export class ToolCallAssembly {
  private readonly calls: PartialCall[] = [];

  add(delta: ToolCallDelta): void {
    const call = this.callOf(delta);
    call.id ||= delta.id ?? '';
    const name = delta.function?.name ?? '';
    // Some endpoints give the whole name with every piece.
    if (name !== call.name) call.name += name;
    call.arguments += argumentsText(delta.function?.arguments);
  }

  /** The calls so far, as people may read them. */
  text(): string {
    return this.calls.map(({ name, arguments: given }) => `${name} ${given}`).join('\n');
  }

  /** The calls in the order in which they began, each with an id of its own. */
  done(): RawToolCall[] {
    return withIds(this.calls);
  }

  /** By its index, and where that is missing or always the same, by its id. */
  private callOf({ index, id }: ToolCallDelta): PartialCall {
    const last = this.calls.at(-1);
    const known =
      index === undefined ? (id ? this.calls.find((call) => call.id === id) : last) : this.at(index, id);
    if (known) return known;
    const fresh = { index, id: '', name: '', arguments: '' };
    this.calls.push(fresh);
    return fresh;
  }

  private at(index: number, id: string | null | undefined): PartialCall | undefined {
    return this.calls.findLast((call) => call.index === index && (!id || call.id === '' || call.id === id));
  }
}

/** The tool calls of an answer that came in one piece. */
export function wholeToolCalls(given: readonly ToolCallDelta[] = []): RawToolCall[] {
  return withIds(
    given.map((call) => ({
      id: call.id ?? '',
      name: call.function?.name ?? '',
      arguments: argumentsText(call.function?.arguments),
    })),
  );
}

/** Endpoints that give an object in place of its text mean the same. */
function argumentsText(given: unknown): string {
  if (given === undefined || given === null) return '';
  return typeof given === 'string' ? given : JSON.stringify(given);
}

/** Results are matched to calls by their ids, so one that is missing or there twice is made up. */
function withIds(calls: readonly RawToolCall[]): RawToolCall[] {
  const given = new Set(calls.map(({ id }) => id));
  const used = new Set<string>();
  return calls.map(({ id, name, arguments: text }, index) => {
    const own = id !== '' && !used.has(id) ? id : freeId(index + 1, given, used);
    used.add(own);
    return { id: own, name, arguments: text };
  });
}

/** `call_2`, or the next number that no call has. */
function freeId(first: number, ...taken: readonly ReadonlySet<string>[]): string {
  let number = first;
  while (taken.some((ids) => ids.has(`call_${number}`))) number += 1;
  return `call_${number}`;
}
