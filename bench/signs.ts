/**
 * `npm run bench:signs -- [--fixes DIR]`: how many right edits carry a sign of a wrong one, of a change as a whole or of its edit. The right edits are those of
 * bench:projects, bench:repair and, with the folder of its projects, bench:fixes.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { signsOfChange } from '../src/domain/signs/change-signs';
import type { ChangedFile } from '../src/domain/signs/code-lines';
import { signsOf } from '../src/domain/signs/edit-signs';
import type { Sign } from '../src/domain/signs/sign';
import { editedText } from '../src/repair/mutation/compare';
import { trimmed } from '../src/repair/search/mutation';
import { said } from '../src/domain/run/said';
import { protectedReason } from '../src/domain/verification/protected-paths';
import { RealFix, trueVersions } from './fixes/heal-fix';
import { readProjects, repaired } from './projects/project';
import { programOf, readItems } from './repair/items';

interface RightEdit {
  id: string;
  changed: ChangedFile[];
  tests: string[];
}

const SHARED = path.join('..', 'shared', 'data');

function ofProjects(): RightEdit[] {
  return readProjects(path.join('bench', 'projects', 'data')).map((project) => {
    const { id, file, files, language } = project;
    const after = repaired(project)[file] ?? '';
    const paths = Object.keys(files).filter(
      (one) => protectedReason(one) === 'is a test' || (language === 'rust' && one === file),
    );
    return { id, changed: [{ path: file, before: files[file] ?? '', after }], tests: textsOf(files, paths) };
  });
}

function ofRepair(): RightEdit[] {
  return readItems(readFileSync(path.join(SHARED, 'humanevalfix-js.dev.jsonl'), 'utf8')).map((item) => ({
    id: item.name,
    changed: [{ path: 'solution.js', before: item.source, after: item.canonical }],
    tests: [programOf(item, false).test],
  }));
}

async function ofFixes(folder: string): Promise<RightEdit[]> {
  const fixes = z
    .array(RealFix)
    .parse(JSON.parse(readFileSync(path.join(SHARED, 'real-fixes.dev.json'), 'utf8')))
    .filter(({ id }) => existsSync(path.join(folder, id)));
  return Promise.all(
    fixes.map(async (fix) => {
      const project = path.resolve(folder, fix.id);
      const textAt = (file: string): string => readFileSync(path.join(project, file), 'utf8');
      const mended = await trueVersions(fix, project);
      const changed = Object.entries(mended).map(([file, after]) => ({
        path: file,
        before: textAt(file),
        after,
      }));
      return { id: fix.id, changed, tests: fix.tests.map(textAt) };
    }),
  );
}

function textsOf(files: Readonly<Record<string, string>>, paths: readonly string[]): string[] {
  return paths.map((file) => files[file] ?? '');
}

/** Signs that a search reads from an edit of one place; none where the change has several, which no single edit makes. */
function signsOfPlace({ path: file, before, after }: ChangedFile): Sign[] {
  const { start, end, replacement } = trimmed(before, { start: 0, end: before.length, replacement: after });
  if (before.slice(start, end).split('\n').length > MOST_LINES) return [];
  const line = before.slice(0, start).split('\n').length;
  const edit = { file, start, end, replacement, line, weight: 1, suspicion: 1, precedence: 0 };
  return signsOf(editedText({ ...edit, template: 'donor', description: said`` }, before));
}

const MOST_LINES = 3;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { fixes: { type: 'string' } },
  });
  const edits = [
    ...ofProjects(),
    ...ofRepair(),
    ...(values.fixes === undefined ? [] : await ofFixes(values.fixes)),
  ];
  const signed = edits.flatMap(({ id, changed, tests }) => {
    const signs = [
      ...new Set([
        ...signsOfChange(changed, tests).map(({ sign }) => sign),
        ...changed.flatMap(signsOfPlace),
      ]),
    ];
    return signs.length > 0 ? [{ id, signs }] : [];
  });
  for (const { id, signs } of signed) process.stdout.write(`${id}: ${signs.join(', ')}\n`);
  const share = Math.round((1_000 * signed.length) / edits.length) / 10;
  process.stdout.write(`${signed.length} of ${edits.length} right edits carry a sign (${share} %).\n`);
  process.stdout.write(
    `${JSON.stringify({ bench: 'signs', edits: edits.length, signed: signed.length, share })}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
