import type { ChangedFile } from '../../domain/heal/behaviour';
import { newFindings } from './new-findings';
import { testedLooks, type Look } from './tested-looks';

const SHOWN = 5;

/** New looks of a change at signs of being tested. Old looks are no finding, nor are those that the user asked for by name. */
export function inspectLooks(
  changed: readonly ChangedFile[],
  asked = '',
): { path: string; line: number; message: string }[] {
  const find = (path: string, text: string): Look[] => testedLooks(path, text) ?? [];
  const brought = newFindings(changed, find, ({ what }) => what).filter(
    ({ what }) => !isAskedFor(what, asked),
  );
  // Several findings of one line say the same.
  const lines = new Map(brought.map((one) => [`${one.path}:${one.line}`, one]));
  return [...lines.values()].slice(0, SHOWN).map(({ path, line, what }) => ({
    path,
    line,
    message: `${path}:${line} looks at whether it is being tested: ${what}.`,
  }));
}

/** Names of variables alone: other words of a look may occur in any request. */
function isAskedFor(what: string, asked: string): boolean {
  const name = /^process\.env\.(\w+)$/.exec(what)?.[1];
  return name !== undefined && asked.includes(name);
}
