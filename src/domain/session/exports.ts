import { inEachLanguage } from '../run/said';
import type { Language } from '../run/input';
import type { Handled } from './handling';

/** Declarations of exported names by file: path → name → declaration. */
export type ExportsByFile = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ExportDifference {
  readonly kind: 'removed' | 'changed' | 'moved';
  readonly path: string;
  readonly name: string;
  /** Of one that moved: its new file. */
  readonly to?: string;
}

/** Exported names whose declarations differ; those that are new are no difference for anybody who uses the old ones. */
export function exportDifferences(before: ExportsByFile, after: ExportsByFile): readonly ExportDifference[] {
  return Object.entries(before).flatMap(([path, names]) =>
    Object.entries(names).flatMap(([name, declared]): ExportDifference[] => {
      const present = own(own(after, path), name);
      if (present === declared) return [];
      const to = Object.keys(after).find(
        (other) => other !== path && own(own(after, other), name) === declared,
      );
      // A file that goes on exporting what now stands in another has kept its promise.
      if (present?.startsWith('export from') === true && to !== undefined) return [];
      if (present === undefined)
        return [to === undefined ? { kind: 'removed', path, name } : { kind: 'moved', path, name, to }];
      return [{ kind: 'changed', path, name }];
    }),
  );
}

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

const SHOWN = 10;

const WORDS = inEachLanguage((say) => ({
  same: say`Every exported name of the TypeScript and JavaScript files keeps its declaration.`,
  uncompared: say`What is exported was not compared: only TypeScript and JavaScript can be.`,
  more: (count: number) => say`${count} more exported names differ.`,
  removed: (name: string, path: string) => say`The export ${name} of ${path} is gone.`,
  changed: (name: string, path: string) => say`The export ${name} of ${path} has another declaration.`,
  moved: (name: string, path: string, to: string) => say`The export ${name} moved from ${path} to ${to}.`,
}));

/** Files whose exports can be read. */
const SCRIPT = /\.[cm]?[jt]sx?$/;

/** A refactoring's result with its proof: that the exports are the same, or a warning for each that is not. */
export function withExportProof(
  handled: Handled,
  found: readonly ExportDifference[],
  language: Language,
): Handled {
  const words = WORDS[language];
  if (found.length === 0) {
    const isCompared = handled.change?.files.some(({ path }) => SCRIPT.test(path)) === true;
    return { ...handled, answer: `${handled.answer}\n${isCompared ? words.same : words.uncompared}` };
  }
  const shown = found.slice(0, SHOWN).map(({ kind, name, path, to = '' }) => words[kind](name, path, to));
  const warnings = found.length > SHOWN ? [...shown, words.more(found.length - SHOWN)] : shown;
  return { ...handled, warnings, answer: [handled.answer, ...warnings].join('\n') };
}
