import { firstLine } from '../text';

const BETWEEN = ' • ';

/**
 * Type of an activity that is made within a workflow task: the Web UI's timeline shows such a row by its type alone, so
 * the type has the words of the row, in one short line. They are Kintsugi's own: types are not redacted.
 */
export function rowType(name: string, words: string): string {
  return name + BETWEEN + firstLine(words, 80);
}

/** Name of the activity in such a type; words may hold the separator, names don't. */
export function nameInRow(type: string): string {
  return type.split(BETWEEN, 1)[0] ?? type;
}
