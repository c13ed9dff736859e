/** Hooks of agents and of git: they begin a gate, check it and end it. */
import { text } from 'node:stream/consumers';
import type { Config } from '../../../config';
import { textOf } from '../../../domain/gate/report/text';
import type { GateVerdict } from '../../../domain/gate/verdict';
import { EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import { shortHash } from '../../../machine/hash';
import { requireDirectory } from '../../../run-input';
import type { KintsugiClient } from '../../client';
import type { GateHandle } from '../../gate-handle';
import { gateId } from '../../gate-record';
import { openClient } from '../../open';

/** An agent is sent back so often; then the person is to look. */
const MOST_REFUSALS = 3;

/** Facts that agents write to their hooks; their names for the session differ. */
interface Payload {
  cwd?: string;
  session_id?: string;
  sessionId?: string;
  /** False at the first stop after a prompt; an agent that was sent back has it true, where it has it. */
  stop_hook_active?: boolean;
}

type Run = (config: Config) => Promise<ExitCode>;
export type HookName = 'begin' | 'stop' | 'end' | 'push';

/** Every hook. One that can't do its work says so and stands in nobody's way, but for a push. */
export const hookRuns: Readonly<Record<HookName, Run>> = {
  begin: (config) =>
    ofAgent(config, async (client, directory, name) => {
      const old = await openGate(client, gateId(directory, name));
      // What was refused is not forgotten by a new prompt: the files are judged against those before it.
      if (old && (await lastVerdict(old)) === 'refused') return;
      await old?.end();
      const gate = await client.gate({ directory }, name);
      await gate.captured();
    }),
  stop: (config) =>
    ofAgent(config, async (client, directory, name, isFirst) => {
      const gate = await openGate(client, gateId(directory, name));
      if (!gate) return;
      await gate.begun();
      const verdict = await gate.check();
      const answers = verdict.verdict === 'refused' ? (await gate.stand()).answers : [];
      const refusals = answers.filter((one) => one.verdict === 'refused').length;
      write(stopAnswer(verdict, refusals, isFirst));
    }),
  end: (config) =>
    ofAgent(config, async (client, directory, name) => {
      const gate = await openGate(client, gateId(directory, name));
      await gate?.end();
    }),
  push: async (config) => {
    const client = await openClient(config, { start: 'all', say: () => undefined });
    try {
      const gate = await openGate(client, gateId(await requireDirectory('.')));
      if (!gate) return EXIT.healed;
      const verdict = await gate.check();
      process.stderr.write(`${textOf(verdict)}\n`);
      return pushExit(verdict);
    } finally {
      await client.close();
    }
  },
};

/** Exit code of a push: only a refusal holds it back. */
export function pushExit({ verdict }: GateVerdict): ExitCode {
  return verdict === 'refused' ? EXIT.notHealed : EXIT.healed;
}

/** Answer to a stop: a refusal is for the agent or, where it was sent back often enough, for the person, as a change is that can't be judged. */
export function stopAnswer(
  verdict: GateVerdict,
  refusals: number,
  isFirst: boolean,
): { stdout: string; stderr: string } {
  if (verdict.verdict === 'proven') return { stdout: '', stderr: '' };
  // A turn that changed nothing needs no judge.
  if (verdict.verdict === 'unjudged' && verdict.files === 0) return { stdout: '', stderr: '' };
  if (verdict.verdict === 'unjudged') return toPerson(textOf(verdict));
  const told = `Kintsugi does not take this for done.\n${textOf(verdict)}`;
  if (refusals > MOST_REFUSALS && !isFirst)
    return toPerson(`${told}\nSent back ${MOST_REFUSALS} times: look yourself.`);
  const answer = { decision: 'block', reason: `${told}\nMend it, then stop again.` };
  return { stdout: `${JSON.stringify(answer)}\n`, stderr: '' };
}

/** Words for the person. Claude Code and Codex show a message of the answer, and nothing of stderr; others have stderr. */
function toPerson(systemMessage: string): { stdout: string; stderr: string } {
  return { stdout: `${JSON.stringify({ systemMessage })}\n`, stderr: `${systemMessage}\n` };
}

/** Does the work of an agent's hook in the folder that it names. */
async function ofAgent(
  config: Config,
  act: (client: KintsugiClient, directory: string, name: string, isFirst: boolean) => Promise<void>,
): Promise<ExitCode> {
  try {
    const { cwd = '.', session_id, sessionId = session_id ?? '', stop_hook_active } = await payload();
    const directory = await requireDirectory(cwd);
    const client = await openClient(config, { start: 'all', say: () => undefined });
    // Sessions side by side in one folder have gates of their own.
    const name = `agent-${shortHash(`${directory}\0${sessionId}`)}`;
    await act(client, directory, name, stop_hook_active === false).finally(() => client.close());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    write(toPerson(`Kintsugi could not judge this turn: ${reason}`));
  }
  return EXIT.healed;
}

function write({ stdout, stderr }: { stdout: string; stderr: string }): void {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}

async function payload(): Promise<Payload> {
  if (process.stdin.isTTY) return {};
  const given = (await text(process.stdin)).trim();
  return given === '' ? {} : (JSON.parse(given) as Payload);
}

async function openGate(client: KintsugiClient, id: string): Promise<GateHandle | undefined> {
  const gate = client.gateOf(id);
  return (await gate.isOpen()) ? gate : undefined;
}

async function lastVerdict(gate: GateHandle): Promise<string | undefined> {
  return (await gate.stand()).answers.at(-1)?.verdict;
}
