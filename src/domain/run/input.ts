import { Language } from './language';
import { z } from 'zod';
import { HeavyRules } from '../files/heavy-rules';
import { HostDirectory } from '../files/workspace';
import { Budget } from './budget';
import { RunPolicy } from './policy/run-policy';

export { Language };

/** LOW runs, MEDIUM asks before the user's world changes, HIGH asks before every action: `policy/built-in.ts` says it in rules. */
export const ApprovalLevel = z.enum(['LOW', 'MEDIUM', 'HIGH']);
export type ApprovalLevel = z.infer<typeof ApprovalLevel>;

const DAY_MS = 24 * 3_600_000;

/** Default of `waitForLimitMs`: most limits are of a day at most. */
const WAIT_FOR_LIMIT_MS = DAY_MS;

/** Ways by which people elsewhere are told that a run waits for them. */
export const NoticeChannel = z.enum(['webhook', 'slack', 'email']);
export type NoticeChannel = z.infer<typeof NoticeChannel>;

/** Somebody who is asked too where nobody has answered for a while. */
export const Delegate = z.object({
  /** As people call them. */
  to: z.string().min(1).max(200),
  afterMs: z.number().int().positive().default(DAY_MS),
});
export type Delegate = z.infer<typeof Delegate>;

/** Meaning of a question that nobody answers. */
export const Expiry = z.enum(['reject', 'approve']);
export type Expiry = z.infer<typeof Expiry>;

/** When a run asks, how long it waits, and what an unanswered question means. Times in ms. */
export const ApprovalPolicy = z.object({
  level: ApprovalLevel.default('MEDIUM'),
  deadlineMs: z
    .number()
    .int()
    .positive()
    .default(7 * DAY_MS),
  /** The run reminds (log and current details) this often while it waits. */
  remindEveryMs: z.number().int().positive().default(DAY_MS),
  delegate: Delegate.optional(),
  /** Ways by which people elsewhere are told of each question. */
  notify: z.array(NoticeChannel).default([]),
  /** `reject` is the safe answer: nothing is published, the result is kept. */
  onExpiry: Expiry.default('reject'),
});
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;

/** Input of every kind of run; a kind adds its own fields. */
export const RunInput = z.object({
  version: z.literal(1).default(1),
  /** Absent: the run has no directory of a user. */
  directory: HostDirectory.optional(),
  /** Which folders are not captured; absent: as the built-in rules say. */
  heavyFolders: HeavyRules.optional(),
  approval: ApprovalPolicy.default(() => ApprovalPolicy.parse({})),
  /** Rules of the user and the project, as they stood when the run began; absent: none. */
  policy: RunPolicy.optional(),
  language: Language.default('en'),
  /** People elsewhere are told how the run ended, as of one that a schedule began. */
  tellsEnd: z.literal(true).optional(),
  /** Most time that the run may work, ms: waiting for people is not part of it. At its end the run ends with what it has. Absent: none. */
  timeLimitMs: z.number().int().positive().optional(),
  /** Most time that the run waits for limits of the model that reset, in all, ms. */
  waitForLimitMs: z.number().int().min(0).default(WAIT_FOR_LIMIT_MS),
  /** Most that the run may spend on models; absent: what it needs. */
  budget: Budget.optional(),
  /** Mode that grants of this run hold for; a kind that has modes sets it. */
  mode: z.string().optional(),
  /** False where the namespace refuses Kintsugi's search attributes. */
  indexed: z.boolean().default(true),
  /** Events of history after which the run continues as new; absent: 1,000, or where Temporal suggests it. */
  continueAfterEvents: z.number().int().positive().optional(),
});
export type RunInput = z.infer<typeof RunInput>;

/** Id of a run that another one starts: it is the same in a retry. */
export function childId(parent: string, label: string): string {
  return `${parent}-${label.replaceAll('/', '-')}`.slice(0, 200);
}
