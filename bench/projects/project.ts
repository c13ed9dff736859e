/** Broken projects as data: one JSON object a line. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Paths within the project, and the text of each file. */
const Files = z.record(z.string(), z.string());
export type Files = z.infer<typeof Files>;

/** A small project with one wrong edit. `files` holds it broken. */
export const BrokenProject = z.object({
  id: z.string(),
  language: z.string(),
  /** Test runner: `pytest`, `unittest`, `go-test`, `cargo-test`, `mocha`, `vitest`, `ava`, `tape`, `node-test`. */
  runner: z.string(),
  /** Command that runs all tests. */
  check: z.string(),
  /** Command that brings what the files do not hold, such as an environment of Python. */
  setUp: z.string().optional(),
  /** Kind of the bug. */
  bug: z.string(),
  file: z.string(),
  /** First line of `wrong` in `file`, from 1. */
  line: z.number().int().positive(),
  right: z.string(),
  wrong: z.string(),
  files: Files,
  /** Names of the tests that fail, without their suites. Absent: any. */
  fails: z.array(z.string()).optional(),
  /** Tests that the heal does not see: the right version passes them, and whatever behaves alike. */
  heldOut: Files.optional(),
});
export type BrokenProject = z.infer<typeof BrokenProject>;

/** Projects of a JSON lines file, or of all such files of a folder, sorted by name. */
export function readProjects(at: string): BrokenProject[] {
  const files = at.endsWith('.jsonl') ? [at] : jsonLinesOf(at);
  return files.flatMap((file) => parseProjects(readFileSync(file, 'utf8'), path.basename(file)));
}

function jsonLinesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => path.join(folder, name));
}

/** Throws a sentence with the line that is no project, or whose wrong text is not where it should be. */
export function parseProjects(text: string, name: string): BrokenProject[] {
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, index }]));
  return lines.map(({ line, index }) => {
    const where = `${name}, line ${index + 1}`;
    const parsed = BrokenProject.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`);
    if (wrongLines(parsed.data).join('\n') !== parsed.data.wrong)
      throw new Error(`${where}: the wrong text of ${parsed.data.id} is not in its file at its line.`);
    return parsed.data;
  });
}

function wrongLines(project: BrokenProject): string[] {
  const lines = (project.files[project.file] ?? '').split('\n');
  return lines.slice(project.line - 1, project.line - 1 + project.wrong.split('\n').length);
}

/** The project without its bug. */
export function repaired(project: BrokenProject): Files {
  const { files, file, line, right } = project;
  const lines = (files[file] ?? '').split('\n');
  lines.splice(line - 1, wrongLines(project).length, ...right.split('\n'));
  return { ...files, [file]: lines.join('\n') };
}
