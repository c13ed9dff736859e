import { isManifest, readManifest } from '../../domain/dependencies/manifests';
import type { PlacedMutation } from '../search/mutation';
import { analyzeReported } from '../../domain/verification/analysis';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { VerificationReport } from '../../domain/verification/verification';
import type { ProgramContext, ProgramFiles } from '../../sandbox';
import { importEdits } from './import-edits';
import type { FailingProgram } from './locate';

/** Files of Python that are read. */
const MOST_SOURCES = 2_000;

/** Edits of the imports that a report says are not found; `files`: the texts that they are edits of. */
export async function missingImports(
  report: VerificationReport,
  { files, context }: Pick<FailingProgram, 'files' | 'context'>,
  isMutable: (path: string) => boolean,
): Promise<{ edits: PlacedMutation[]; files: ProgramFiles }> {
  const missing = missingIn(report);
  if (missing.length === 0) return { edits: [], files };
  const all = new Map([...files, ...(await otherTexts(context))]);
  const packages = [...all].flatMap(([path, text]) =>
    isManifest(path) ? (readManifest(path, text)?.declared.map(({ name }) => name) ?? []) : [],
  );
  return { edits: importEdits(missing, { files: all, packages, isMutable }), files: all };
}

function missingIn({ checks, flaky }: VerificationReport): string[] {
  const modules = checks.flatMap((check) =>
    failuresOf(check)
      .filter(({ id }) => !flaky.includes(id))
      .flatMap((failed) => {
        const printed = failed.kind === 'command' ? check : { stdout: '', stderr: '' };
        return analyzeReported(failed, printed).module ?? [];
      }),
  );
  return [...new Set(modules)];
}

/** Sources and manifests of Python, which the sandbox does not load. */
async function otherTexts({ assets }: ProgramContext): Promise<(readonly [string, string])[]> {
  const paths = (assets?.paths ?? []).filter((path) => path.endsWith('.py') || isManifest(path));
  return Promise.all(
    paths
      .slice(0, MOST_SOURCES)
      .map(async (path) => [path, String(Buffer.from((await assets?.read(path)) ?? []))] as const),
  );
}
