import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config';
import type { HealResult } from '../../domain/heal/result';
import { infrastructure, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import { kintsugiVersion } from '../../machine/version';
import { ciJunit, ciSarif, ciSummary, type CiPlace, type Patches } from './ci-report';
import { folderArgument } from './folder-argument';
import { addFollowFlags, runHeal, type FollowFlags } from './heal-command';
import { addRunFlags, type RunFlags } from './run-flags';
import type { StoreReader } from '../store-reader';

interface CiFlags extends FollowFlags {
  out: string;
}

/** Adds `kintsugi ci [DIR]`. */
export function addCiCommand(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const command = program
    .command('ci')
    .description(
      'heal a checkout in CI: write a sure repair to its files, patches and reports beside them; commits and pushes nothing',
    );
  addFollowFlags(addRunFlags(folderArgument(command)))
    .option(
      '--out <dir>',
      'folder for healed.patch, summary.md, kintsugi.sarif and kintsugi.xml',
      'kintsugi-ci',
    )
    .action(async (dir: string, flags: RunFlags & CiFlags) => {
      const known = config();
      await forget(flags.out);
      exit(
        await runHeal(known, dir, undefined, { approval: 'LOW', ...flags }, async (ended, store) => {
          if (ended.kind === 'heal') await writeReports(known, flags.out, ended.result, store);
        }),
      );
    });
}

/** Files that a run leaves. */
const LEFT = /^(?:(?:healed|suggestion-[A-Z])\.patch|summary\.md|kintsugi\.(?:sarif|xml))$/;

/** Takes away what an earlier run left: whatever becomes of this one, it is not told as its own. */
async function forget(out: string): Promise<void> {
  const names = await readdir(out).catch((): string[] => []);
  for (const name of names.filter((one) => LEFT.test(one))) await rm(path.join(out, name), { force: true });
}

/** Writes what a job keeps. Only patches are as they are: they have to apply. */
async function writeReports(
  { secrets }: Config,
  out: string,
  result: HealResult,
  { readDiff }: StoreReader,
): Promise<void> {
  const redact = redactor(secrets);
  const patches = await patchesOf(result, readDiff);
  // A job looks at its checkout from the top, where it runs this command.
  const folder = path.relative(process.cwd(), result.directory.realpath);
  const from: CiPlace = { out, folder: folder.startsWith('..') ? '' : folder };
  const files = new Map([
    ...patches,
    ['summary.md', redact(ciSummary(result, patches, from))],
    ['kintsugi.sarif', redact(ciSarif(result, kintsugiVersion(), from))],
    ['kintsugi.xml', redact(ciJunit(result))],
  ]);
  try {
    await mkdir(out, { recursive: true });
    for (const [name, text] of files) await writeFile(path.join(out, name), text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw infrastructure(
      `--out: ${out} could not be written (${reason}); the result is that of kintsugi report ${result.taskId}.`,
    );
  }
}

async function patchesOf(
  { delivery, diff }: HealResult,
  readDiff: StoreReader['readDiff'],
): Promise<Patches> {
  if (delivery.status === 'suggested')
    return new Map(
      await Promise.all(
        delivery.choices.map(
          async (one) => [`suggestion-${one.letter}.patch`, await readDiff(one.diff)] as const,
        ),
      ),
    );
  return diff && diff.fileCount > 0 ? new Map([['healed.patch', await readDiff(diff.hash)]]) : new Map();
}
