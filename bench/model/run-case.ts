import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HealResult, KintsugiClient } from '../../src/client';
import { reply, type ScriptedModel } from '../../test/support/scripted-model';
import { programOf, type RepairItem } from '../repair/items';
import { passesInNode } from './rerun';
import { SOURCE, TEST, type Answer, type Script } from './scripts';
import type { Unrepairable } from './unrepairable';

/** How a run ended. */
export interface CaseOutcome {
  status: HealResult['status'];
  attempts: number;
  modelCalls: number;
  /** The run says `recovered` or `completed` and the visible tests fail in plain Node. */
  falseSuccess: boolean;
  note: string;
}

export interface CaseParts {
  client: KintsugiClient;
  model: ScriptedModel;
}

/** Replies to one attempt: an answer that is refused is asked for once more, and a bad model insists. */
const INSISTS = 2;

/** Heals an item with a model that answers by the script. */
export async function runScripted(
  { client, model }: CaseParts,
  script: Script,
  item: RepairItem,
  other: RepairItem,
): Promise<CaseOutcome> {
  const program = programOf(item, false);
  const name = `item-${item.index}-${script.name.replaceAll(' ', '-')}`;
  model.script(...replies(name, script.answers(program, item, other)));
  return inFolder({ [SOURCE]: program.source, [TEST]: program.test }, async (directory) => {
    const limits = { wallMs: 5_000, turnMs: 3_000 };
    const run = await client.heal({
      directory,
      model: name,
      verification: { limits },
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    const success = result.status === 'recovered' || result.status === 'completed';
    const falseSuccess = success && !(await passesInNode(directory, program.test));
    return outcomeOf(result, falseSuccess);
  });
}

function replies(name: string, answers: readonly Answer[]) {
  const when = `"model":"${name}"`;
  return answers.flatMap((fileModifications, attempt) => {
    const suggestion = {
      rootCause: `as scripted, ${attempt + 1}`,
      errorCategory: 'logic',
      fileModifications,
    };
    return Array.from({ length: INSISTS }, () => reply(suggestion, { when }));
  });
}

/** Heals a project that cannot be; the model has nothing to say, and should not be asked. */
export async function runUnrepairable(
  { client }: CaseParts,
  { files, command }: Unrepairable,
): Promise<CaseOutcome> {
  return inFolder(files, async (directory) => {
    const commands = command === undefined ? [] : [{ command, timeoutMs: 60_000 }];
    const run = await client.heal({
      directory,
      verification: { commands, allowUnsandboxed: true },
      approval: { level: 'LOW' },
    });
    return outcomeOf(await run.result(), false);
  });
}

function outcomeOf(result: HealResult, falseSuccess: boolean): CaseOutcome {
  const { status, totalAttempts, usage, finalError } = result;
  return {
    status,
    attempts: totalAttempts,
    modelCalls: usage.modelCalls,
    falseSuccess,
    note: finalError ?? '',
  };
}

/** Whether the right program passes its own tests here: some need packages that are not there. */
export async function canonicalPasses(item: RepairItem, canonical: string): Promise<boolean> {
  const { test } = programOf(item, false);
  return inFolder({ [SOURCE]: canonical }, (folder) => passesInNode(folder, test));
}

async function inFolder<T>(files: Record<string, string>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-model-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
