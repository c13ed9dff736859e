import { homedir } from 'node:os';
import { realpath } from 'node:fs/promises';
import type { z } from 'zod';
import { GoalInput } from '../domain/goal/input';
import { checkPlan } from '../domain/goal/plan';
import { badInput } from '../domain/kintsugi-error';
import { said } from '../domain/run/said';
import { languageOf } from '../domain/run/language';
import { spoken } from '../domain/run/outcomes';
import type { StartFacts } from './start-facts';
import { requireDirectory } from './paths';
import { usableInput, runSettings } from './settings';

/** Input of `KintsugiClient.goal`: everything of `GoalInput` but what the client fills in. */
export type GoalRequest = Omit<
  z.input<typeof GoalInput>,
  'directory' | 'version' | 'indexed' | 'roots' | 'heavyFolders'
> & {
  /** Paths of the folders; relative paths of a plan begin at the first one. */
  roots: readonly string[];
  /** The home folder may be a root. */
  allowHome?: boolean;
};

/** Input of a `goal` run with what the client knows. Throws `KintsugiError` where it can't be used. */
export async function goalInput(
  { roots: given, allowHome, ...request }: GoalRequest,
  { hostId, hostName, indexed, ...facts }: StartFacts,
): Promise<GoalInput> {
  const roots = await requireRoots(given, allowHome);
  const directory = { hostId, hostName, realpath: roots[0] ?? '' };
  const settings = await runSettings(request, facts, directory.realpath);
  const language = request.language ?? languageOf(request.request ?? '');
  const full = { ...request, ...settings, roots, language, directory, indexed };
  const input = usableInput(GoalInput.safeParse(full));
  refuseUnusable(input);
  return input;
}

/** Request of a goal, or its plan in words: `carry out a plan: make folder, locate, move`. */
export function goalText({ request, plan = [] }: Pick<GoalInput, 'request' | 'plan'>): string {
  const tools = plan.map(({ tool }) => spoken(tool));
  return request ?? `carry out a plan: ${tools.join(', ')}`;
}

/** Real paths of the folders of a goal. Throws a sentence for one that is missing, the home folder, or in another. */
export async function requireRoots(given: readonly string[], allowHome = false): Promise<string[]> {
  if (given.length === 0) throw badInput(said`No folder is named: name one that the goal is about.`);
  const roots: string[] = [];
  for (const path of given) {
    const root = await requireDirectory(path, said`name a folder`);
    if (!roots.includes(root)) roots.push(root);
  }
  const home = await realpath(homedir()).catch(() => homedir());
  for (const root of roots) {
    if (root === '/')
      throw badInput(said`/ holds the whole system: name the folders that the goal is about.`);
    if (home.startsWith(`${root}/`) && !allowHome)
      throw badInput(said`${root} holds your home folder: name a folder in it, or add --allow-home.`);
    if (root === home && !allowHome)
      throw badInput(
        said`${root} is your home folder, with all that you have: name a folder in it, or add --allow-home.`,
      );
    const outer = roots.find((other) => other !== root && root.startsWith(`${other}/`));
    if (outer !== undefined) throw badInput(said`${root} lies in ${outer}: name only one of the two.`);
  }
  return roots;
}

/** Throws a sentence for a plan that can't be carried out, before anything is started. */
export function refuseUnusable({
  plan,
  roots,
  language,
}: Pick<GoalInput, 'plan' | 'roots' | 'language'>): void {
  if (!plan) return;
  const checked = checkPlan(plan, { roots, earlier: [], language });
  if ('problem' in checked) throw badInput(checked.problem);
}
