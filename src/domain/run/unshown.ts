import type { TreeDiff } from '../files/workspace';
import type { Language } from './input';
import { speaker } from './said';

/** The first lines of a list, and how many more there are. */
export function firstOf(lines: readonly string[], most: number, language: Language): string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), speaker(language)`… and ${rest} more`] : [...lines];
}

/** Words on what a difference does not show, to be added to a question; empty where it shows all. */
export function unshownText({ unshown = 0 }: Pick<TreeDiff, 'unshown'>, language: Language): string {
  return unshown > 0 ? speaker(language)`; the diff cannot show the new content of ${unshown} file(s)` : '';
}
