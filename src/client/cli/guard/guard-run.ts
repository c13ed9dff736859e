/** One guard from its start to its end: a gate with a checkout, and the command that works there. */
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../../../config';
import {
  answerInside,
  firstPrints,
  guardWork,
  openGuard,
  runGuarded,
  sweepGuards,
  type Checkout,
  type GuardRights,
} from '../../../commands/guard';
import { findCommandTools } from '../../../commands';
import { badInput, EXIT, infrastructure, KintsugiError, type ExitCode } from '../../../domain/kintsugi-error';
import { folderRules } from '../../../domain/files/heavy-folders';
import type { HeavyRules } from '../../../domain/files/heavy-rules';
import { redactor } from '../../../domain/redact';
import { shownNames } from '../../../domain/shown';
import { homePaths, isBelow } from '../../../machine/paths';
import type { GateRequest } from '../../../run-input';
import { openStore } from '../../../store';
import { filePrints } from '../../../workspace/io';
import type { KintsugiClient } from '../../client';
import type { GateHandle } from '../../gate-handle';
import { openClient, reviver } from '../../open';
import { withStore } from '../../store-reader';
import { follow } from '../follow';
import { createOutput, type Output } from '../output';
import { answersOf } from './answers';
import { keepTurns } from './turns';

/** Task of a guard. */
export interface GuardTask {
  command: readonly string[];
  /** Real path of the folder. */
  directory: string;
  rights: GuardRights;
  variables: Readonly<Record<string, string>>;
  everyMs: number;
  settings: Pick<GateRequest, 'verification' | 'impactedFiles' | 'approval'>;
  /** Guard to go on with. */
  resume?: string;
  json: boolean;
}

const NO_BUBBLEWRAP =
  'A guard isolates its command with bubblewrap, which is missing or does not work here (kintsugi doctor says why): install it (Debian and Ubuntu: apt-get install bubblewrap), or run the command without isolation between kintsugi gate begin and kintsugi gate check.';

/** Parts that a guard works with. */
interface Desk {
  config: Config;
  client: KintsugiClient;
  output: Output;
  task: GuardTask;
}

/** A guard whose files are there. */
interface Opened {
  gate: GateHandle;
  checkout: Checkout;
  /** Folder of the user. */
  original: string;
}

/** Runs a command under guard. Resolves to its exit code where it fails, else to that of what became of its change. */
export async function runGuard(config: Config, task: GuardTask): Promise<ExitCode> {
  const tools = findCommandTools(config.path);
  if (tools.bwrap === undefined) throw badInput(NO_BUBBLEWRAP);
  const output = createOutput({ json: task.json, color: config.color, language: config.language });
  const client = await openClient(config, { start: 'all', say: (line) => output.note(line) });
  try {
    const desk = { config, client, output, task };
    const opened = task.resume === undefined ? await begin(desk) : await goOn(desk, task.resume);
    const code = task.command.length === 0 ? 0 : await work(desk, opened, { ...tools, bwrap: tools.bwrap });
    return await deliver(desk, opened, code);
  } finally {
    await client.close();
  }
}

/** Captures the folder and makes a checkout of it. */
async function begin({ client, config, output, task }: Desk): Promise<Opened> {
  const { directory, settings, rights } = task;
  const { guards } = homePaths(config.home);
  const id = randomUUID();
  const heavyFolders = await client.facts.heavyRulesFor?.(directory);
  refuseInside(directory, rights, heavyFolders);
  const checkout = guardWork(guards, id);
  const gate = await client.gate({ ...settings, directory, checkout, heavyFolders });
  try {
    const { base } = await gate.captured();
    if (!base) throw infrastructure(`The folder ${directory} could not be captured.`);
    const opened = await withCheckouts(config, (deps) =>
      openGuard(deps, { id, run: gate.id, tree: base, original: directory, heavyFolders, signal: never() }),
    );
    if (!opened) throw infrastructure(`No copy of ${directory} could be made.`);
    output.note(`Guard ${gate.id}: ${directory} is safe; the command works on a copy of it.`);
    return { gate, checkout: opened, original: directory };
  } catch (error) {
    await gate.end().catch(() => undefined);
    throw error;
  }
}

/** Refuses `--write` in the folder itself: what changes there is the change. Folders that no checkout holds, such as packages, are written for good. */
function refuseInside(directory: string, { write }: GuardRights, heavyFolders: HeavyRules | undefined): void {
  const { byName } = folderRules(heavyFolders);
  const isCaptured = (place: string) =>
    isBelow(place, directory) &&
    !place
      .slice(directory.length)
      .split('/')
      .some((name) => byName.has(name));
  const wrong = write.find(isCaptured);
  if (wrong !== undefined)
    throw badInput(
      `${wrong} is in the folder of the guard, where the command writes anyway: leave out --write.`,
    );
}

/** Goes on where a guard that was killed left off. */
async function goOn({ client, config, output, task }: Desk, name: string): Promise<Opened> {
  const run = await client.idOf(name, { kind: 'gate' });
  const gate = client.gateOf(run);
  if (!(await gate.isOpen()))
    throw badInput(
      `The guard ${run} has ended: kintsugi report ${run} says how, kintsugi checkpoints ${run} what it kept.`,
    );
  const { checkout: work, base, directory } = await gate.stand();
  if (work === undefined || !base)
    throw badInput(`${run} is a gate on the folder itself, which holds its change already.`);
  const heavyFolders = await client.facts.heavyRulesFor?.(directory);
  refuseInside(directory, task.rights, heavyFolders);
  const id = basename(dirname(work));
  const request = { id, run, tree: base, original: directory, heavyFolders, signal: never() };
  const checkout = await withCheckouts(config, (deps) => openGuard(deps, request, { again: true }));
  if (!checkout)
    throw badInput(
      `The guard ${run} was killed before its command began: start a new one, and end it with kintsugi cancel ${run}.`,
    );
  output.note(`Guard ${run}: goes on with the copy of ${directory} as it was left.`);
  return { gate, checkout, original: directory };
}

/** Runs the command. What asks for the gate in there is answered, and the files are kept as they change. */
async function work(
  { client, config, output, task }: Desk,
  { gate, checkout, original }: Opened,
  tools: Parameters<typeof runGuarded>[0]['tools'],
): Promise<number> {
  const { command, rights, variables, everyMs } = task;
  const { guards } = homePaths(config.home);
  const before = await firstPrints(guards, checkout.id, () => filePrints(rights.write));
  const inside = await answerInside(join(dirname(checkout.work), 'ask'), answersOf(gate));
  const turns = keepTurns(gate, checkout.work, everyMs);
  // What others have left is removed while the command runs: nobody waits for it.
  const swept = sweepGuards(guards, (run) => client.gateOf(run).isOpen()).catch(() => undefined);
  try {
    const { path, toolHomes, home: data } = config;
    return await runGuarded({
      ...{ command, checkout, original, rights, variables, tools, path, toolHomes, data },
      shown: inside.shown,
    });
  } finally {
    inside.close();
    await turns.stop();
    await swept;
    tellOutside(output, rights.write, before, await filePrints(rights.write));
  }
}

function tellOutside(
  output: Output,
  folders: readonly string[],
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): void {
  if (folders.length === 0) return;
  const written = [...new Set([...before.keys(), ...now.keys()])]
    .filter((path) => folders.some((folder) => isBelow(path, folder)) && before.get(path) !== now.get(path))
    .map((path) => (now.has(path) ? path : `${path} (deleted)`))
    .sort();
  output.note(
    written.length === 0
      ? 'Written outside of the folder: nothing.'
      : `Written outside of the folder, for good: ${shownNames(written)}`,
  );
}

/** Has the change judged, offered and published, and shows it meanwhile. The files are kept until that is over. */
async function deliver(
  { config, output, task }: Desk,
  { gate, checkout }: Opened,
  code: number,
): Promise<ExitCode> {
  const revive = reviver(config);
  try {
    await revive();
    const { pending } = await gate.status();
    if (!pending) await gate.offer(code === 0 ? undefined : `The command ended with exit code ${code}.`);
    const { editor, secrets } = config;
    const exit = await withStore(config, (store) =>
      follow(gate, output, { json: task.json, store, editor, redact: redactor(secrets), revive }),
    );
    if (exit === EXIT.waiting || (await gate.isOpen())) return exit;
    await checkout.dispose();
    // The command's own word counts: a script asks for that of its agent.
    return code === 0 ? exit : (code as ExitCode);
  } catch (error) {
    const reason = error instanceof KintsugiError ? error.message : String(error);
    throw infrastructure(
      `${reason} The files of the command are kept: go on with kintsugi guard --resume ${gate.id}`,
    );
  }
}

/** The folder of checkouts, with the store open as long as it is needed. */
async function withCheckouts<T>(
  config: Config,
  use: (deps: Parameters<typeof openGuard>[0]) => Promise<T>,
): Promise<T> {
  const { store: folder, guards: checkouts } = homePaths(config.home);
  const store = await openStore(folder, { shared: config.s3 });
  try {
    return await use({ blobs: store.blobs, trees: store.trees, checkouts });
  } finally {
    await store.close();
  }
}

function never(): AbortSignal {
  return new AbortController().signal;
}
