import type { ItemOutcome, ToolOutcome } from '../../../domain/goal/outcome';
import { plural } from '../../../domain/text';
import { shownPath } from '../directory/answers';

const LISTED = 20;

/** `Moved 8 of 10 items to papers.`, and why the others failed. */
export function summaryOf(done: string, items: readonly ItemOutcome[], where = ''): string {
  const good = items.filter(({ ok }) => ok).length;
  const count = good === items.length ? plural(good, 'item') : `${good} of ${plural(items.length, 'item')}`;
  return [`${done} ${count}${where}.`, ...failureLines(items)].join('\n');
}

/** Failures, one a line: the first 20, and how many more. */
export function failureLines(items: readonly ItemOutcome[]): string[] {
  const failed = items.filter(({ ok }) => !ok);
  const lines = failed.slice(0, LISTED).map(({ path, reason }) => `- ${shownPath(path)}: ${reason ?? ''}`);
  const more = failed.length - lines.length;
  return more > 0 ? [...lines, `- … and ${more} more failed.`] : lines;
}

/** A call on one thing that came to nothing. */
export function failedItem(path: string, problem: string): ToolOutcome {
  return { items: [{ path, ok: false, reason: problem }], text: problem };
}

/** A call that came to nothing as a whole, and so for each of its items. */
export function failedCall(paths: readonly string[], problem: string): ToolOutcome {
  return { items: paths.map((path) => ({ path, ok: false, reason: problem })), text: problem, problem };
}
