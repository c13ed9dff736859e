import { givenPolicy, type Config } from '../config';
import { HeavyRules, MOST_NAMES, RULE_SETTINGS } from '../domain/files/heavy-rules';
import type { NoticeChannel } from '../domain/run/input';
import type { RunPolicy } from '../domain/run/policy/run-policy';
import type { GivenApproval } from './approval';
import { firstIssue } from '../domain/issue-words';
import { MAYBE_SOURCES, NO_SOURCES } from '../domain/files/heavy-folders';
import { badInput } from '../domain/kintsugi-error';
import { trackedFolders } from '../workspace/git';

/** Facts of a machine and its settings that complete what a run is started with. */
export interface StartFacts {
  hostId: string;
  hostName: string;
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: boolean;
  /** Rules for heavy folders of runs that bring none of their own, for a directory. */
  heavyRulesFor?: (directory: string) => Promise<HeavyRules | undefined>;
  /** The policy of runs that bring none of their own, for a directory; reads it anew for each. */
  policyFor?: (directory: string | undefined) => Promise<RunPolicy | undefined>;
  /** Values that must not reach the history of a run. */
  secrets?: readonly string[];
  /** When and how runs ask that do not say it themselves. */
  approval?: GivenApproval;
  /** Of runs that do not say whether tests are written. */
  generateTests?: boolean | 'untested';
  /** Longest wait for limits of the model of runs that bring none of their own, ms. */
  waitForLimitMs?: number;
  /** Limits of runs that bring none of their own. */
  budget?: { tokens?: number; usd?: number };
}

/** Channels by which the settings let people be told that a run waits. */
export function channelsOf({ webhook, slack, email, smtp }: Config['notify']): NoticeChannel[] {
  return [
    ...(webhook === undefined ? [] : (['webhook'] as const)),
    ...(slack === undefined ? [] : (['slack'] as const)),
    ...(email === undefined || smtp.server === undefined ? [] : (['email'] as const)),
  ];
}

/** The facts of this machine and these settings. */
export function startFacts(config: Config, here: Pick<StartFacts, 'hostId' | 'indexed'>): StartFacts {
  const { hostName, secrets, budget, waitForLimitMs, generateTests } = config;
  const approval = { ...config.approval, notify: channelsOf(config.notify) };
  return {
    ...here,
    ...{ hostName, secrets, budget, waitForLimitMs, generateTests, approval },
    heavyRulesFor: (directory) => rulesFor(config, directory),
    policyFor: (directory) => givenPolicy(config, directory),
  };
}

/**
 * The rules for heavy folders that the settings name, for the runs of this client; undefined where they name none.
 * Throws a sentence that names the setting and the folder.
 */
export function configuredRules(
  config: Pick<Config, 'heavyFolders' | 'captureFolders'>,
): HeavyRules | undefined {
  const { heavyFolders: add, captureFolders: capture } = config;
  if (add.length + capture.length === 0) return undefined;
  const parsed = HeavyRules.safeParse({ add, capture });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  const [list, index] = path;
  const settings =
    list === 'add' || list === 'capture'
      ? RULE_SETTINGS[list]
      : `${RULE_SETTINGS.add} and ${RULE_SETTINGS.capture}`;
  const name =
    typeof index === 'number'
      ? ` names ${JSON.stringify((list === 'add' ? add : capture)[index])}, which`
      : '';
  throw badInput(`${settings}${name} cannot be used: ${message}.`);
}

/** The rules for a directory: those of the settings, and the folders named like build output whose files git tracks: they hold sources. */
export async function rulesFor(
  config: Pick<Config, 'heavyFolders' | 'captureFolders' | 'path'>,
  directory: string,
): Promise<HeavyRules | undefined> {
  const named = configuredRules(config);
  const tracked = await trackedFolders(directory, {
    names: MAYBE_SOURCES,
    outside: NO_SOURCES,
    most: MOST_NAMES,
    path: config.path,
  });
  return tracked.length === 0 ? named : { add: [], capture: [], ...named, tracked };
}
