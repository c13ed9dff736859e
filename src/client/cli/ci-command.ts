import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Config } from '../../config';
import type { HealResult } from '../../domain/heal/result';
import { infrastructure, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import { replaceFile } from '../../machine/atomic-file';
import { kintsugiVersion } from '../../machine/version';
import { requireDirectory } from '../../run-input';
import type { KintsugiClient } from '../client';
import type { HealHandle } from '../run-handle';
import { ciJunit, ciSarif, ciSummary, type CiPlace, type Patches } from './ci-report';
import { folderArgument } from './folder-argument';
import { addFollowFlags, runHeal, type FollowFlags } from './heal-command';
import { createOutput, type Output } from './output';
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
      const out = path.resolve(flags.out);
      await writing(out, () => forget(out));
      const job = { out, directory: await requireDirectory(dir) };
      exit(
        await runHeal(
          known,
          dir,
          undefined,
          { approval: 'LOW', ...flags },
          {
            begin: async ({ client, output }, start) => {
              const run = (await leftRun(client, job, output)) ?? (await start());
              await writing(out, async () => {
                await mkdir(out, { recursive: true });
                await replaceFile(markOf(out), JSON.stringify({ ...job, run: run.id }));
              });
              return run;
            },
            onEnd: async (ended, store) => {
              if (ended.kind !== 'heal') return;
              await writing(
                out,
                () => writeReports(known, flags.out, ended.result, store),
                ended.result.taskId,
              );
              await rm(markOf(out), { force: true });
              createOutput({ json: flags.json ?? false, color: known.color }).note(`Reports: ${out}`);
            },
          },
        ),
      );
    });
}

/** File that names the run whose reports are still to be written. */
function markOf(out: string): string {
  return path.join(out, 'unfinished.json');
}

const Mark = z.object({ out: z.string(), directory: z.string(), run: z.string() });

/** The run of a job that was killed before it wrote its reports: it went on without its command, and may have mended the files. */
async function leftRun(
  client: KintsugiClient,
  { out, directory }: { out: string; directory: string },
  output: Output,
): Promise<HealHandle | undefined> {
  const mark = await readFile(markOf(out), 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => undefined);
  const { data } = Mark.safeParse(mark);
  if (data?.out !== out || data.directory !== directory) return undefined;
  const run = client.run(data.run);
  const stand = await run.execution().catch(() => undefined);
  if (stand !== 'RUNNING' && stand !== 'COMPLETED') return undefined;
  output.note(
    `Finishes the job of the run ${run.id}, whose command was killed; delete ${markOf(out)} to start anew.`,
  );
  return run;
}

/** Files that a run leaves. */
const LEFT = /^(?:(?:healed|suggestion-[A-Z])\.patch|summary\.md|kintsugi\.(?:sarif|xml))$/;

/** Takes away what an earlier run left: whatever becomes of this one, it is not told as its own. */
async function forget(out: string): Promise<void> {
  const names = await readdir(out).catch((): string[] => []);
  for (const name of names.filter((one) => LEFT.test(one))) await rm(path.join(out, name), { force: true });
}

/** Does some writing in the folder. `run`: the run that has ended meanwhile. */
async function writing(out: string, write: () => Promise<void>, run?: string): Promise<void> {
  try {
    await write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const told = run === undefined ? 'name another folder.' : `the result is that of kintsugi report ${run}.`;
    throw infrastructure(`--out: ${out} could not be written (${reason}); ${told}`);
  }
}

/** Writes what a job keeps. Only patches are as they are: they have to apply. */
async function writeReports(
  { secrets }: Config,
  given: string,
  result: HealResult,
  { readDiff }: StoreReader,
): Promise<void> {
  const redact = redactor(secrets);
  const patches = await patchesOf(result, readDiff);
  // A job looks at its checkout from the top, where it runs this command.
  const folder = path.relative(process.cwd(), result.directory.realpath);
  const from: CiPlace = { out: given, folder: folder.startsWith('..') ? '' : folder };
  const files = new Map([
    ...patches,
    ['summary.md', redact(ciSummary(result, patches, from))],
    ['kintsugi.sarif', redact(ciSarif(result, kintsugiVersion(), from))],
    ['kintsugi.xml', redact(ciJunit(result))],
  ]);
  for (const [name, text] of files) await writeFile(path.resolve(given, name), text);
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
