import { basename } from 'node:path';
import type { HealInput } from '../domain/heal/input';
import { redact, type Redact } from '../domain/redact';
import { speaker, type Say } from '../domain/run/said';
import { firstLine } from '../domain/text';
import { healInput, type HealRequest, refuseSecretInput } from '../run-input';
import { requireChecks } from './explain-tests';
import type { ClientFacts } from './facts';
import { folderName, type NewRun } from './start-run';

/** Run that heals a directory, before it is started. Throws `KintsugiError` for unusable input, and for a directory without tests and checks. */
export async function newHeal(
  request: HealRequest,
  facts: ClientFacts,
): Promise<NewRun & { input: HealInput }> {
  const input = await healInput(request, facts);
  requireChecks(input.directory.realpath, input, input.heavyFolders);
  const name = basename(input.directory.realpath);
  const say = speaker(input.language);
  return healRun(input, facts, input.executor === 'tools' ? say`agent on ${name}` : say`heal ${name}`);
}

/** Run of an input that was read; `summary`: what it is, before its request. Throws a sentence where the input holds a secret. */
export function healRun(
  input: HealInput,
  facts: ClientFacts,
  summary: string,
): NewRun & { input: HealInput } {
  const { directory } = input;
  refuseSecretInput(input, facts.secrets);
  const request = redact(input.request ?? '', facts.secrets).slice(0, 200);
  const redacted = (text: string) => redact(text, facts.secrets);
  const say = speaker(input.language);
  const wanted = request === '' ? healText(input, redacted, say) : request;
  return {
    kind: 'heal',
    name: `${input.executor === 'tools' ? 'agent' : 'heal'}-${folderName(directory)}`,
    ...{ input, mode: input.mode, indexed: facts.indexed },
    summary: `${summary}: ${firstLine(wanted, 120)}`,
    checks: checkTexts(input, redacted, say),
    ...{ directory: directory.realpath, host: directory.hostName },
    request,
  };
}

type Verified = Pick<HealInput, 'taskType' | 'verification'>;

/** Checks that verify the change of a run, in Markdown; none for an answer, which runs none. */
export function checkTexts({ taskType, verification }: Verified, redacted: Redact, say: Say): string[] {
  if (taskType === 'chat_reply') return [];
  const { tests, commands } = verification;
  const globs = (tests ?? []).map((glob) => say`the tests of ${`\`${redacted(glob)}\``}`);
  const checks = commands.map(({ command }) => `\`${redacted(command)}\``);
  if (tests === undefined && commands.length === 0) return [say`the tests that the project has`];
  return [...globs, ...checks];
}

/** Request of a run that only repairs, in words: `make npm test and 1 more check pass`. */
export function healText(
  { verification }: Pick<HealInput, 'verification'>,
  redacted: Redact,
  say: Say,
): string {
  const { tests, commands } = verification;
  const globs = (tests ?? []).map((glob) => say`the tests of ${redacted(glob)}`);
  const [first, ...more] = [...commands.map(({ command }) => redacted(command)), ...globs];
  if (first === undefined) return tests === undefined ? say`make its tests pass` : say`make its checks pass`;
  return more.length > 0 ? say`make ${first} and ${more.length} more check(s) pass` : say`make ${first} pass`;
}
