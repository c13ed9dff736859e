import { errorTypeLabel } from '../verification/analysis';
import { FailureKind } from '../verification/failure';

/** Category of a reply in the words of error contexts (`logic_error`); words that name no kind give way to `otherwise`. */
export function errorCategoryOf(said: string, otherwise: string): string {
  const word = said
    .trim()
    .toLowerCase()
    .replace(/[\s_-]{0,5}errors?$/, '');
  const kind = FailureKind.options.find((option) => option === word);
  return kind ? errorTypeLabel(kind) : otherwise;
}
