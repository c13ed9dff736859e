/** Agents that ask Kintsugi at their stops, and their settings with its hooks in them. */
import { badInput } from '../../../domain/kintsugi-error';

type Json = Record<string, unknown>;

/** Moments of an agent that a hook is called at: a prompt begins a gate, a stop checks it, the end of a session ends it. */
export type Moment = 'begin' | 'stop' | 'end';

/** Longest time of a hook: a stop waits for the project's tests. */
const SECONDS = 900;
const COMMAND = 'kintsugi hooks run';

interface Agent {
  /** Settings of a project. */
  readonly file: string;
  readonly events: Partial<Record<Moment, string>>;
  /** Other things that the settings hold. */
  readonly also: Json;
  /** Entry of one event that calls a command. */
  entry(command: string): Json;
}

const nested = (command: string): Json => ({ hooks: [{ type: 'command', command, timeout: SECONDS }] });

/** Agents by the names that the command has for them. */
export const AGENTS: Readonly<Record<'claude-code' | 'codex' | 'copilot', Agent>> = {
  'claude-code': {
    file: '.claude/settings.json',
    events: { begin: 'UserPromptSubmit', stop: 'Stop', end: 'SessionEnd' },
    also: {},
    entry: nested,
  },
  codex: {
    file: '.codex/hooks.json',
    events: { begin: 'UserPromptSubmit', stop: 'Stop' },
    also: {},
    entry: nested,
  },
  copilot: {
    file: '.github/hooks/kintsugi.json',
    events: { begin: 'userPromptSubmitted', stop: 'agentStop', end: 'sessionEnd' },
    also: { version: 1 },
    entry: (bash) => ({ type: 'command', bash, timeoutSec: SECONDS }),
  },
};
export type AgentName = keyof typeof AGENTS;

/** Settings with the hooks of Kintsugi, once; `before` is their text, undefined where there is no file. */
export function withHooks(name: AgentName, before: string | undefined): string {
  const { events, also, entry, file } = AGENTS[name];
  const settings = { ...also, ...parsed(file, withoutHooks(name, before)) };
  const hooks = Object.entries(events).reduce<Json>(
    (all, [moment, event]) => ({
      ...all,
      [event]: [...listOf(file, event, all[event]), entry(`${COMMAND} ${moment}`)],
    }),
    objectOf(settings['hooks']),
  );
  return textOf({ ...settings, hooks });
}

/** Settings without the hooks of Kintsugi, as they are where there are none; undefined where nothing else is left of them. */
export function withoutHooks(name: AgentName, before: string | undefined): string | undefined {
  if (!before?.includes(`"${COMMAND} `)) return before;
  const { also, file } = AGENTS[name];
  const settings = parsed(file, before);
  const kept = Object.entries(objectOf(settings['hooks'])).flatMap(([event, entries]) => {
    const others = listOf(file, event, entries).flatMap(withoutOurs);
    return others.length > 0 ? [[event, others] as const] : [];
  });
  const rest = Object.fromEntries(Object.entries(settings).filter(([key]) => key !== 'hooks'));
  const left = kept.length > 0 ? { ...rest, hooks: Object.fromEntries(kept) } : rest;
  return Object.keys(left).every((key) => key in also) ? undefined : textOf(left);
}

/** An entry of an event without what is ours in it: one command, or one of the commands that it groups. */
function withoutOurs(entry: unknown): unknown[] {
  const isOurs = (one: unknown) => JSON.stringify(one).includes(`"${COMMAND} `);
  const { hooks } = objectOf(entry);
  if (!Array.isArray(hooks)) return isOurs(entry) ? [] : [entry];
  const others = hooks.filter((one) => !isOurs(one));
  return others.length > 0 ? [{ ...objectOf(entry), hooks: others }] : [];
}

function parsed(file: string, text = '{}'): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  } catch {
    // Told below, as what is JSON but no object.
  }
  throw badInput(`${file} holds no JSON object: mend it first, so that nothing of it is lost.`);
}

function listOf(file: string, event: string, value: unknown = []): unknown[] {
  if (Array.isArray(value)) return value;
  throw badInput(
    `${file} has hooks of ${event} that are no list: mend it first, so that nothing of it is lost.`,
  );
}

const textOf = (settings: Json): string => `${JSON.stringify(settings, null, 2)}\n`;
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

/** Hook of git that checks before a push, and what tells that it is ours. */
export const PRE_PUSH = `#!/bin/sh
# Installed by: kintsugi hooks install git
exec ${COMMAND} push
`;

/** Lines that differ between two texts, as a diff has them, with up to three lines around. */
export function changedLines(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => (text === '' ? [] : text.trimEnd().split('\n')));
  if (!old || !now) return '';
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const same = (line: string) => `  ${line}`;
  return [
    ...old.slice(Math.max(0, start - 3), start).map(same),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...now.slice(start, now.length - end).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + 3).map(same),
  ].join('\n');
}
