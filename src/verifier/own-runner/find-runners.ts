import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import type { MissingRunner, TestRunner } from '../../domain/verification/verification';

/** A test runner of the project's own, as a command finds it. */
export interface OwnRunner {
  name: TestRunner;
  /** `jest 30.5.2`. */
  title: string;
  /** Command line up to its arguments. */
  start: string;
}

const Manifest = z.object({
  version: z.string().regex(/^[\w.+-]+$/),
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
});

/** The runner that is installed in a directory; undefined where it is not. Node brings its own. */
export async function findRunner(directory: string, name: TestRunner): Promise<OwnRunner | undefined> {
  if (name === 'node') return { name, title: 'node --test', start: 'node --test' };
  const folder = `node_modules/${name}`;
  const text = await readFile(join(directory, folder, 'package.json'), 'utf8').catch(() => undefined);
  const manifest = Manifest.safeParse(text === undefined ? undefined : parse(text));
  if (!manifest.success) return undefined;
  const { version, bin } = manifest.data;
  const script = typeof bin === 'string' ? bin : bin[name];
  if (script === undefined || /[^\w./-]/.test(script)) return undefined;
  return { name, title: `${name} ${version}`, start: `node ${posix.join(folder, script)}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runners of a project's tests, as far as they are at hand. */
export async function runnersAtHand(
  directory: string | undefined,
  wanted: Iterable<TestRunner>,
): Promise<{ missing?: MissingRunner }> {
  if (directory === undefined) return { missing: {} };
  for (const name of new Set(wanted))
    if (!(await findRunner(directory, name))) return { missing: { runner: name } };
  return {};
}
