import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config';
import type { HealResult } from '../../domain/heal/result';
import { KintsugiError } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import { replaceFile } from '../../machine/atomic-file';
import { shortHash } from '../../machine/hash';
import { homePaths } from '../../machine/paths';
import { runProcessSync } from '../../machine/processes';
import { kintsugiVersion } from '../../machine/version';
import type { HealRequest } from '../../run-input';
import type { KintsugiClient } from '../client';
import type { HealHandle } from '../run-handle';
import { ciJunit, ciSarif, ciSummary, type CiPlace, type Patches } from './ci-report';
import { folderArgument } from './folder-argument';
import { addFollowFlags, runHeal, type FollowFlags } from './heal-command';
import { makeFolders, writingTo } from './named-files';
import { createOutput, type Output } from './output';
import { addRunFlags, type RunFlags } from './run-flags';
import type { StoreReader } from '../store-reader';
import type { Cli } from './command-names';

interface CiFlags extends FollowFlags {
  out: string;
}

/** Adds `kintsugi ci [DIR]`. */
export function addCiCommand({ program, config, exit }: Cli): void {
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
      await writingTo(out, () => emptied(out));
      let mark: string | undefined;
      const told = async (error: unknown): Promise<never> => {
        // Nobody watches the job: its page says why it has nothing.
        const text = `## Kintsugi: no result\n\n${redactor(known.secrets)((error as Error).message)}\n`;
        if (error instanceof KintsugiError)
          await writeFile(path.join(out, 'summary.md'), text).catch(() => undefined);
        throw error;
      };
      const code = await runHeal(
        known,
        dir,
        undefined,
        { approval: 'LOW', ...flags },
        {
          begin: async ({ client, output, heal }, start) => {
            mark = markOf(known, out, heal);
            const run = (await leftRun(client, mark, output)) ?? (await start());
            await mkdir(path.dirname(mark), { recursive: true, mode: 0o700 });
            await replaceFile(mark, run.id);
            return run;
          },
          onEnd: async (ended, store) => {
            if (ended.kind !== 'heal') return;
            const { result } = ended;
            const wayOut = `the result is that of kintsugi report ${result.taskId}`;
            await writingTo(out, () => writeReports(known, flags.out, result, store), wayOut);
            createOutput({ json: flags.json ?? false, color: known.color }).note(`Reports: ${out}`);
          },
        },
      ).catch(told);
      if (mark !== undefined) await rm(mark, { force: true });
      exit(code);
    });
}

/** File with the id of the run of a job, while its command goes on. Another folder, commit, check or limit makes another job. */
function markOf({ home }: Config, out: string, heal: HealRequest): string {
  const asked = ['-C', heal.directory, 'rev-parse', '--verify', '--quiet', 'HEAD'];
  const { stdout } = runProcessSync('git', asked, { stdio: ['ignore', 'pipe', 'ignore'], timeoutMs: GIT_MS });
  return path.join(homePaths(home).ci, shortHash(JSON.stringify([out, heal, stdout])));
}

const GIT_MS = 10_000;

/** The run of a job that was killed before it wrote its reports: it went on without its command, and may have mended the files. */
async function leftRun(
  client: KintsugiClient,
  mark: string,
  output: Output,
): Promise<HealHandle | undefined> {
  const id = await readFile(mark, 'utf8').catch(() => undefined);
  if (id === undefined) return undefined;
  const run = client.run(id);
  const stand = await run.execution().catch(() => undefined);
  if (stand !== 'RUNNING' && stand !== 'COMPLETED') return undefined;
  output.note(`Finishes the job of the run ${id}, whose command was killed; delete ${mark} to start anew.`);
  return run;
}

/** Files that a run leaves. */
const LEFT = /^(?:(?:healed|partial|suggestion-[A-Z])\.patch|summary\.md|kintsugi\.(?:sarif|xml))$/;

/** Makes the folder, and takes away what an earlier run left: whatever becomes of this one, it is not told as its own. */
async function emptied(out: string): Promise<void> {
  await makeFolders(out);
  const names = (await readdir(out)).filter((name) => LEFT.test(name));
  for (const name of names) await rm(path.join(out, name), { force: true });
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
  { status, delivery, diff }: HealResult,
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
  if (!diff || diff.fileCount === 0) return new Map();
  const isGreen = status === 'recovered' || status === 'completed';
  return new Map([[isGreen ? 'healed.patch' : 'partial.patch', await readDiff(diff.hash)]]);
}
