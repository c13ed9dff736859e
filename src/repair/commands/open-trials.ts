import { mutantLimit } from '../search/budget';
import type { FailedCommand } from './check-target';
import { cargoCompiled } from './trials/cargo';
import { CompiledTrials } from './trials/compiled';
import { goCompiled } from './trials/go';
import type { CommandTrials, Target } from './trials/command-trials';
import { PlainTrials } from './trials/plain';
import { PythonTrials } from './trials/python';
import type { Bench } from './types';

/** Ways to try mutants in one bench: the fast one of its language, where there is one, and the command itself. */
export interface BenchTrials {
  fast: CommandTrials | undefined;
  plain: CommandTrials;
}

/** The trials for a check; `usualMs` is the time that its tests take on the unchanged program, which fails them unless it `passes`. */
export function trialsFor(
  bench: Bench,
  failed: Pick<FailedCommand, 'line' | 'failing' | 'folder' | 'check'>,
  originals: ReadonlyMap<string, string>,
  usualMs: number,
  passes = false,
): BenchTrials {
  const { line, failing, folder } = failed;
  const target: Target = { line, usualMs, limitMs: mutantLimit(usualMs), originals, passes };
  const plain = new PlainTrials(bench, target);
  const by = failed.check.selection?.by;
  if (by === 'pytest' || by === 'unittest') return { fast: new PythonTrials(bench, target), plain };
  const compiled =
    by === 'go'
      ? goCompiled(failing, folder, originals)
      : by === 'cargo'
        ? cargoCompiled(failing, folder)
        : undefined;
  return { fast: compiled && new CompiledTrials(bench, target, compiled), plain };
}
