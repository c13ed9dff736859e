import { z } from 'zod';
import { BlobHash, TreeHash } from '../ids';
import { Usage } from '../run/budget';

/** Nature of a tool. Reading calls of one turn run side by side, writing ones in order; `ask` asks the user, `end` ends the loop. */
export const ToolKind = z.enum(['read', 'write', 'ask', 'end']);
export type ToolKind = z.infer<typeof ToolKind>;

/** Class of work of a tool, which chooses time limits and slots: code in the sandbox, a model, a check command, the machine of the directory, or none of these. */
export const ToolWork = z.enum(['code', 'model', 'check', 'host', 'quick']);
export type ToolWork = z.infer<typeof ToolWork>;

/** An act of a call that the policy is asked about. */
export const CallAct = z.object({
  tool: z.string(),
  command: z.string().optional(),
  paths: z.array(z.string()).optional(),
  summary: z.string(),
  /** Hash of what the summary leaves out. */
  binds: z.string().optional(),
});
export type CallAct = z.infer<typeof CallAct>;

/** A call of a tool as the machine knows it: its arguments stay in the transcript. */
export const TurnCall = z.object({
  tool: z.string(),
  /** Mistake that keeps it from being run. */
  problem: z.string().optional(),
  kind: ToolKind.default('read'),
  work: ToolWork.default('quick'),
  /** Equal calls have the same one. */
  loop: z.string().default(''),
  /** One line for history, log and `watch`. */
  summary: z.string().default(''),
  /** It counts as an iteration. */
  iterates: z.literal(true).optional(),
  act: CallAct.optional(),
  /** Question to the user, of a call of kind `ask`. */
  question: z.object({ text: z.string(), choices: z.array(z.string()).optional() }).optional(),
});
export type TurnCall = z.infer<typeof TurnCall>;

/** One turn of a model: its text and calls are in the transcript. */
export const Turn = z.object({
  /** Newest node of the transcript. */
  transcript: BlobHash,
  calls: z.array(TurnCall),
  /** Beginning of the text. */
  said: z.string(),
  /** Reason why the reply is of no use, for people: empty, truncated, a call written as text. The next turn tells the model. */
  problem: z.string().optional(),
  usage: Usage,
});
export type Turn = z.infer<typeof Turn>;

/** Facts of a result that the machine decides by. */
export const CallFacts = z.discriminatedUnion('of', [
  /** Code was made. */
  z.object({ of: z.literal('code'), code: BlobHash }),
  /** Code was checked without running. */
  z.object({ of: z.literal('check'), code: BlobHash, isValid: z.boolean(), issues: z.number().int() }),
  /** Code was run with the data. */
  z.object({ of: z.literal('run'), code: BlobHash, success: z.boolean(), error: z.string() }),
  /** The run's files are others now. */
  z.object({ of: z.literal('tree'), tree: TreeHash }),
]);
export type CallFacts = z.infer<typeof CallFacts>;

/** Outcome of a call that was carried out. `ok: false` is a failure that the tool tells, no error. */
export const CallDone = z.object({
  ok: z.boolean(),
  /** Whole output of the tool. */
  blob: BlobHash,
  /** Its beginning. */
  excerpt: z.string(),
  facts: CallFacts.optional(),
  usage: Usage,
});
export type CallDone = z.infer<typeof CallDone>;

/** Most calls of one turn that are carried out; the others are told to be made again. */
export const MOST_CALLS_OF_A_TURN = 16;
export const EXCERPT_OF_A_CALL = 240;
