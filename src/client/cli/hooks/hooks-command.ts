import { readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Argument } from 'commander';
import { badInput, EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import { runProcessSync } from '../../../machine/processes';
import { requireDirectory } from '../../../run-input';
import { folderArgument } from '../folder-argument';
import { makeFolders, writingTo } from '../named-files';
import { createOutput, type Output } from '../output';
import { askLine } from '../question/prompt';
import { renderDiff } from '../render';
import { AGENTS, changedLines, PRE_PUSH, withHooks, withoutHooks, type AgentName } from './agents';
import { hookRuns, type HookName } from './run-hook';
import type { Cli } from '../command-names';

const NAMES = [...(Object.keys(AGENTS) as AgentName[]), 'git'] as const;
/** Time of a question to git. */
const GIT_MS = 10_000;
type Name = (typeof NAMES)[number];

/** Adds `kintsugi hooks install|uninstall|run`. */
export function addHooksCommand({ program, config, exit }: Cli): void {
  const hooks = program
    .command('hooks')
    .description('let an agent, or git, ask Kintsugi whether a change is proven when it stops or pushes');
  const change = (name: 'install' | 'uninstall', description: string) =>
    folderArgument(
      hooks
        .command(name)
        .description(description)
        .addArgument(new Argument('<agent>', 'whose hooks').choices(NAMES)),
    )
      .option('--yes', 'write it without asking')
      .action(async (agent: Name, dir: string, { yes = false }: { yes?: boolean }) => {
        const output = createOutput({ json: false, color: config().color });
        exit(await write(await requireDirectory(dir), agent, name, { output, yes }));
      });
  change(
    'install',
    "write the hooks into an agent's settings of a project, once you have seen the difference",
  );
  change('uninstall', 'take them out again; what else the settings hold stays');
  hooks
    .command('run')
    .description('what a hook calls: reads its JSON from stdin, answers as agents understand it')
    .addArgument(new Argument('<hook>', 'the moment').choices(Object.keys(hookRuns)))
    .action(async (hook: HookName) => exit(await hookRuns[hook](config())));
}

/** Shows what would change in a file, asks, and writes it. */
async function write(
  directory: string,
  agent: Name,
  way: 'install' | 'uninstall',
  { output, yes }: { output: Output; yes: boolean },
): Promise<ExitCode> {
  const file = agent === 'git' ? gitHook(directory) : path.join(directory, AGENTS[agent].file);
  const before = await readFile(file, 'utf8').catch(() => undefined);
  const after =
    agent === 'git'
      ? prePush(file, before, way)
      : (way === 'install' ? withHooks : withoutHooks)(agent, before);
  if (before === after) {
    output.print(way === 'install' ? `${file} has the hooks already.` : `${file} has no hooks of Kintsugi.`);
    return EXIT.healed;
  }
  output.print(
    `${output.paint('bold', file)}\n${renderDiff(changedLines(before ?? '', after ?? ''), output)}`,
  );
  if (!yes && !(await isAgreed(output))) return EXIT.notHealed;
  const put = async () => {
    if (after === undefined) {
      await rm(file, { force: true });
      if (agent !== 'git') await removeEmpty(path.dirname(file), directory);
      return;
    }
    await makeFolders(path.dirname(file));
    await writeFile(file, after, { mode: agent === 'git' ? 0o755 : 0o644 });
  };
  await writingTo(file, put, 'mend that and try again');
  output.print(way === 'install' ? 'Installed.' : 'Uninstalled.');
  return EXIT.healed;
}

/** Takes away the folders that the settings lay in, up to the project's own, where nothing else is in them. */
async function removeEmpty(folder: string, directory: string): Promise<void> {
  for (let at = folder; at !== directory; at = path.dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function isAgreed(output: Output): Promise<boolean> {
  if (!output.interactive)
    throw badInput('Nothing was written: say --yes where no terminal is there to ask.');
  return /^y(?:es)?$/i.test((await askLine('Write it? [y,N] ', new AbortController().signal)) ?? '');
}

function gitHook(directory: string): string {
  const asked = ['-C', directory, 'rev-parse', '--path-format=absolute', '--git-path', 'hooks/pre-push'];
  const { status, stdout } = runProcessSync('git', asked, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeoutMs: GIT_MS,
  });
  if (status === 0) return stdout.trim();
  throw badInput(`${directory} is in no git repository, so it has no hooks of git.`);
}

function prePush(file: string, before: string | undefined, way: 'install' | 'uninstall'): string | undefined {
  if (before !== undefined && before !== PRE_PUSH)
    throw badInput(
      `${file} is another's hook: add this line to it, or take it out, by hand: kintsugi hooks run push`,
    );
  return way === 'install' ? PRE_PUSH : undefined;
}
