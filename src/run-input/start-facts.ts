import { givenPolicy, type Config } from '../config';
import type { HeavyRules } from '../domain/files/heavy-rules';
import type { NoticeChannel } from '../domain/run/input';
import type { RunPolicy } from '../domain/run/policy/run-policy';
import type { GivenApproval } from './approval';
import { rulesFor } from './heavy-rules';

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
