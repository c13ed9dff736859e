import { mutantLimit } from '../../domain/heal/mutation/search-time';
import type { FailedCommand } from './check-target';
import { cargoCompiled } from './judges/cargo';
import { CompiledJudge } from './judges/compiled';
import { goCompiled } from './judges/go';
import type { CommandJudge, Target } from './judges/judge';
import { PlainJudge } from './judges/plain';
import { PythonJudge } from './judges/python';
import type { Bench } from './types';

/** Judges of one bench: the fast one of its language, where there is one, and the command itself. */
export interface Judges {
  fast: CommandJudge | undefined;
  plain: CommandJudge;
}

/** The judges for a check; `usualMs` is the time that its failing tests take on the unchanged program. */
export function judgesFor(
  bench: Bench,
  failed: FailedCommand,
  originals: ReadonlyMap<string, string>,
  usualMs: number,
): Judges {
  const { line, failing, folder } = failed;
  const target: Target = { line, limitMs: mutantLimit(usualMs), originals };
  const plain = new PlainJudge(bench, target, usualMs);
  const by = failed.check.selection?.by;
  if (by === 'pytest' || by === 'unittest') return { fast: new PythonJudge(bench, target), plain };
  const compiled =
    by === 'go'
      ? goCompiled(failing, folder, originals)
      : by === 'cargo'
        ? cargoCompiled(failing, folder)
        : undefined;
  return { fast: compiled && new CompiledJudge(bench, target, compiled), plain };
}
