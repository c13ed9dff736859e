import { z } from 'zod';
import { Requirement, Tool } from './requirements';
import { fits } from './version-range';

/** File of the lock, in the root of the project. */
export const LOCK_FILE = 'kintsugi.env.json';

/** Lock of an environment: the platform, and the version of each tool that the project asks for. */
export const EnvironmentLock = z.object({
  version: z.literal(1),
  platform: z.string(),
  tools: z.array(
    z.object({ tool: Tool, version: z.string(), wanted: z.array(Requirement.omit({ tool: true })) }),
  ),
});
export type EnvironmentLock = z.infer<typeof EnvironmentLock>;

/** Versions that a machine has: tool → version. */
export type Installed = Readonly<Partial<Record<Tool, string>>>;

/** Something of the environment that is not as the project asks, or as its lock says. */
export interface EnvironmentDifference {
  readonly kind: 'missing' | 'unfit' | 'locked';
  readonly tool: Tool | 'platform';
  /** Absent: the tool is not there. */
  readonly here?: string;
  readonly wanted: string;
  /** File that asks for it. */
  readonly source: string;
}

/** The text of a lock; undefined where it is none that can be read. */
export function readLock(text: string): EnvironmentLock | undefined {
  try {
    return EnvironmentLock.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Lock of what is here, of the tools that the project asks for; of all that are here, where it asks for none. */
export function lockOf(
  wanted: readonly Requirement[],
  installed: Installed,
  platform: string,
): EnvironmentLock {
  const asked = new Set(wanted.map(({ tool }) => tool));
  const tools = Tool.options.flatMap((tool) => {
    const version = installed[tool];
    if (version === undefined || (asked.size > 0 && !asked.has(tool))) return [];
    const own = wanted.filter((one) => one.tool === tool).map(({ wants, source }) => ({ wants, source }));
    return [{ tool, version, wanted: own }];
  });
  return { version: 1, platform, tools };
}

/** The lock as its file has it. */
export function lockText(lock: EnvironmentLock): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Differences between what the project and its lock ask for, and what is here. */
export function differences(
  wanted: readonly Requirement[],
  installed: Installed,
  { lock, platform }: { lock?: EnvironmentLock; platform: string },
): readonly EnvironmentDifference[] {
  const unmet = wanted.flatMap(({ tool, wants, source }): EnvironmentDifference[] => {
    const here = installed[tool];
    if (here === undefined) return [{ kind: 'missing', tool, wanted: wants, source }];
    return fits(here, wants) === false ? [{ kind: 'unfit', tool, here, wanted: wants, source }] : [];
  });
  const locked = (lock?.tools ?? []).flatMap(({ tool, version }): EnvironmentDifference[] => {
    const here = installed[tool];
    if (here === version) return [];
    return [
      { kind: here === undefined ? 'missing' : 'locked', tool, here, wanted: version, source: LOCK_FILE },
    ];
  });
  const moved: EnvironmentDifference[] =
    lock && lock.platform !== platform
      ? [{ kind: 'locked', tool: 'platform', here: platform, wanted: lock.platform, source: LOCK_FILE }]
      : [];
  return [...unmet, ...locked, ...moved];
}

/** Trigger of the mode by the differences: a tool that is absent has to be brought, one of another version conflicts. */
export function environmentTrigger(
  found: readonly EnvironmentDifference[],
): 'environment_ready' | 'version_conflict' | 'automation_needed' {
  if (found.some(({ kind }) => kind !== 'missing')) return 'version_conflict';
  return found.length > 0 ? 'automation_needed' : 'environment_ready';
}

/** Commands that say a tool's version, and where the version stands in their output. */
const ASKS: Readonly<Record<Tool, string>> = {
  node: 'node --version',
  npm: 'npm --version',
  pnpm: 'pnpm --version',
  yarn: 'yarn --version',
  python: 'python3 --version || python --version',
  go: 'go version',
  rustc: 'rustc --version',
  java: 'java -version',
  ruby: 'ruby --version',
};

/** Command that prints a line for each tool that is here: its name, then what it says of its version. */
export function versionsCommand(): string {
  return Tool.options
    .map(
      (tool) =>
        `v=$( { ${ASKS[tool]}; } 2>&1 ) && printf '%s %s\\n' ${tool} "$(printf '%s' "$v" | head -n 1)"`,
    )
    .join('; ')
    .concat('; printf "platform %s\\n" "$(uname -s) $(uname -m)"; true');
}

/** Versions in the output of `versionsCommand`. */
export function readVersions(output: string): { installed: Installed; platform: string } {
  const rows = output
    .split('\n')
    .map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)] as const);
  const installed: Partial<Record<Tool, string>> = {};
  for (const [name, said] of rows) {
    const tool = Tool.safeParse(name).data;
    const version = /\d{1,6}(?:\.\d{1,6}){1,3}/.exec(said)?.[0];
    if (tool && version !== undefined) installed[tool] = version;
  }
  const platform = rows.find(([name]) => name === 'platform')?.[1] ?? 'unknown';
  return { installed, platform };
}
