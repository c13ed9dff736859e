import { callersCommand } from '../../config';

/** Commands that texts tell people to type. */
const HINT =
  /\bkintsugi (?=(?:heal|list|status|watch|report|diff|approve|reject|cancel|topup|checkpoints|revoke|answer|policy|rollback|fork|up|down|doctor|workspace|store|--help)\b)/g;

/** A text with its hints in the words by which the caller has started Kintsugi: `npx kintsugi watch ID`. */
export function inCallersWords(text: string, command = callersCommand()): string {
  return text.replace(HINT, `${command} `);
}
