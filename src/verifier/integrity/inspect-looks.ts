import { newFindings, type ChangedText } from './new-findings';
import { testedLooks, type Look } from './tested-looks';

const SHOWN = 5;

/** New looks of a change at signs of being tested: `refused` if certain, else `doubtful`. */
export interface InspectedLooks {
  refused: { path: string; message: string }[];
  doubtful: string[];
}

/**
 * Looks that a change adds. Old looks are no finding, but code that depends on them must not change unseen. Looks that
 * the user asked for by name are noted, not refused.
 */
export function inspectLooks(changed: readonly ChangedText[], asked = ''): InspectedLooks {
  const find = (path: string, text: string): Look[] => testedLooks(path, text) ?? [];
  const brought = newFindings(changed, find, ({ what, certain }) => `${what} ${certain}`);
  const refused = brought.filter(({ certain, what }) => certain && !isAskedFor(what, asked));
  const others = brought.filter((one) => !refused.includes(one));
  const changedGuards = newFindings(
    changed,
    (path, text) => find(path, text).filter(({ certain, guarded }) => certain && guarded !== ''),
    ({ what, guarded }) => `${what} ${guarded}`,
  ).filter((one) => !brought.some(({ path, line }) => path === one.path && line === one.line));
  const told = [...others.map(doubtfulSentence), ...changedGuards.map(guardSentence)];
  return { refused: uniqueBy(refused).map(refusal), doubtful: [...new Set(told)].slice(0, SHOWN) };
}

type Placed = Look & { path: string };

/** Several findings of one line say the same. */
function uniqueBy(looks: readonly Placed[]): Placed[] {
  return [...new Map(looks.map((one) => [`${one.path}:${one.line}`, one])).values()].slice(0, SHOWN);
}

/** Names of variables alone: other words of a look may occur in any request. */
function isAskedFor(what: string, asked: string): boolean {
  const name = /^process\.env\.(\w+)$/.exec(what)?.[1];
  return name !== undefined && asked.includes(name);
}

function refusal({ path, line, what }: Placed): { path: string; message: string } {
  return { path, message: `${path}:${line} looks at whether it is being tested: ${what}.` };
}

function doubtfulSentence({ path, line, what }: Placed): string {
  return `${path}:${line} newly looks at ${what}, by which a program can tell its tests from its use: look whether it belongs there.`;
}

function guardSentence({ path, line, what }: Placed): string {
  return `${path}:${line} changes what happens where the program looks at whether it is being tested (${what}): look whether it belongs there.`;
}
