import { callersCommand } from '../../config';

/** Commands that messages tell people to type. */
const HINT =
  /\bkintsugi (?=(?:heal|agent|code|goal|learned|list|status|watch|report|diff|approve|reject|cancel|topup|checkpoints|revoke|answer|policy|rollback|fork|up|down|doctor|setup|ready|workspace|store|--help)\b)/g;

/** Puts the caller's own command into a message: `npx kintsugi watch ID` for somebody who typed `npx kintsugi`. */
export function inCallersWords(text: string, command = callersCommand()): string {
  return text.replace(HINT, `${command} `);
}
