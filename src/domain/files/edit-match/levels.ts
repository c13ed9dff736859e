import { collapsed, contentOf, withoutTrailing } from './whitespace';

/** How lines are compared, the strictest first. */
export const LEVELS = ['exact', 'line-ends', 'indentation', 'spacing'] as const;
export type Level = (typeof LEVELS)[number];

const KEYS: Record<Level, (line: string) => string> = {
  exact: (line) => line,
  'line-ends': withoutTrailing,
  indentation: contentOf,
  spacing: collapsed,
};

/** Key that a line of an edit is compared by. */
export function keyOf(level: Level, line: string): string {
  return KEYS[level](line);
}
