/** A judge must be seen to judge: what the checks opened on the unchanged files, they open again on a change that they call green. */
import { stemOf } from '../domain/verification/integrity/judge-words';
import { isCompiled, isDocument } from '../domain/verification/integrity/source-kinds';
import { protectedReason } from '../domain/verification/protected-paths';
import type { CheckReport, Unseen, VerificationReport } from '../domain/verification/verification';
import { textsOf } from './integrity/judges';
import type { LoadedProgram } from './load-program';

/** Checks that opened fewer files than before. `before` is read only where such a file may be the program's. */
export async function unopenedJudges(
  baseline: VerificationReport,
  checks: readonly CheckReport[],
  { before, after }: { before: () => Promise<LoadedProgram>; after: LoadedProgram },
): Promise<Unseen[]> {
  const judges = new Set(baseline.judges?.files.map(({ path }) => path));
  const isJudge = (path: string): boolean => judges.has(path) || protectedReason(path) !== undefined;
  const unopened = checks.map(({ name, opened }) => {
    const wanted = baseline.checks.find((check) => check.name === name)?.opened;
    const seen = new Set(opened?.files);
    return { name, files: opened ? (wanted?.files ?? []).filter((path) => !seen.has(path)) : [] };
  });
  const isAsked = unopened.some(({ files }) => files.some((path) => !isJudge(path)));
  const mayGo = isAsked ? await replacedIn(await before(), after) : () => false;
  return unopened.flatMap(({ name, files }) => {
    const missing = files.filter((path) => isJudge(path) || !mayGo(path));
    const [first, ...others] = missing.toSorted((a, b) => Number(isJudge(b)) - Number(isJudge(a)));
    if (first === undefined) return [];
    return [{ of: 'unopened', check: name, first, more: others.length }];
  });
}

/** Files that a later run has to open again. Build tools keep what they made of a source; nothing is decided by a document. */
export function keptOpened(check: CheckReport): CheckReport {
  const { opened } = check;
  if (!opened) return check;
  const files = opened.files.filter((path) => !isDocument(path) && !isCompiled(path));
  return { ...check, opened: { files, folders: [] } };
}

/** True for files of the program that a change no longer names, or that it takes away: it has done without them. */
async function replacedIn(before: LoadedProgram, after: LoadedProgram): Promise<(path: string) => boolean> {
  const [old, now] = await Promise.all([textsOf(before), textsOf(after)]);
  const kept = new Set([...after.files.keys(), ...(after.context.assets?.paths ?? [])]);
  const changed = [...old].filter(([path, text]) => now.get(path) !== text);
  return (path) => !kept.has(path) || changed.some(([, text]) => text.includes(stemOf(path)));
}
