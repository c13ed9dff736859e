import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Config } from './environment';
import { firstIssue } from '../domain/issue-words';
import { badInput, type KintsugiError } from '../domain/kintsugi-error';
import { RuleFile, StrictRuleFile, type Rule, type RunPolicy } from '../domain/run/policy/run-policy';

/** File of a project's rules, from its root. */
export const PROJECT_POLICY = join('.kintsugi', 'policy.json');

const MOST_BYTES = 256 * 1024;

/** The rules that the files of the user and of a project hold now, and where they are. */
export interface PolicyFiles {
  policy: RunPolicy;
  files: { user?: string; project?: string };
}

/**
 * Reads the rules for runs on a directory. Throws a sentence that names file, rule and example where one can't be used:
 * a rule that does not hold must not be left out.
 */
export async function policyFiles(
  config: Pick<Config, 'home' | 'policy'>,
  directory: string | undefined,
): Promise<PolicyFiles> {
  const [userPath, projectPath] = [
    config.policy ?? join(config.home, 'policy.json'),
    directory === undefined ? undefined : join(directory, PROJECT_POLICY),
  ];
  const user = await rulesIn(userPath, RuleFile);
  if (user === undefined && config.policy !== undefined)
    throw badInput(`KINTSUGI_POLICY names ${config.policy}, but there is no such file: correct the path.`);
  const project = projectPath === undefined ? undefined : await rulesIn(projectPath, StrictRuleFile);
  return {
    policy: { user: user ?? [], project: project ?? [] },
    files: { user: user && userPath, project: project && projectPath },
  };
}

/** The policy as the input of a run takes it: undefined where no file has a rule. */
export async function givenPolicy(
  config: Pick<Config, 'home' | 'policy'>,
  directory: string | undefined,
): Promise<RunPolicy | undefined> {
  const { policy } = await policyFiles(config, directory);
  return policy.user.length + policy.project.length > 0 ? policy : undefined;
}

/** Rules of one file; undefined where there is none. */
async function rulesIn(path: string, schema: z.ZodType<{ rules: Rule[] }>): Promise<Rule[] | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(path, error);
    return undefined;
  });
  if (!found) return undefined;
  // A pipe would never end.
  if (!found.isFile()) throw badInput(`The policy ${path} is not a file: put the rules into a file of JSON.`);
  if (found.size > MOST_BYTES)
    throw badInput(`The policy ${path} is larger than ${MOST_BYTES / 1024} KiB: write fewer rules.`);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const parsed = schema.safeParse(parsedJson(path, text));
  if (parsed.success) return parsed.data.rules;
  const { path: place, message } = firstIssue(parsed.error);
  throw badInput(`The policy ${path} can't be used: ${placeText(place)}${message}.`);
}

function unreadable(path: string, error: unknown): KintsugiError {
  return badInput(
    `The policy ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? String(error)}): mend its permissions.`,
  );
}

function parsedJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badInput(`The policy ${path} is not valid JSON: it takes {"rules": […]}.`);
  }
}

/** `rules.0.decision` as `rule 1, decision: `. */
function placeText([list, index, ...rest]: readonly PropertyKey[]): string {
  if (list === undefined) return '';
  if (list !== 'rules' || typeof index !== 'number') return `${String(list)}: `;
  const field = rest.length === 0 ? ' ' : `, ${rest.map(String).join('.')}: `;
  return `rule ${index + 1}${field}`;
}
