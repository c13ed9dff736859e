import { callersCommand } from '../../config';
import { COMMAND_NAMES } from './command-names';

/** Commands that messages tell people to type. */
const TYPED: ReadonlySet<string> = new Set([...Object.values(COMMAND_NAMES).flat(), 'completion', '--help']);
const HINT = /\bkintsugi (?=(--help|[a-z]{1,20})\b)/g;

/** Puts the caller's own command into a message: `npx kintsugi watch ID` for somebody who typed `npx kintsugi`. */
export function inCallersWords(text: string, command = callersCommand()): string {
  return text.replace(HINT, (words, name: string) => (TYPED.has(name) ? `${command} ` : words));
}
