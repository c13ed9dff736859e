import { type Said } from '../../../../src/domain/run/said';
import type { Activities } from '../../../../src/activities/types';
import type { AgentTask } from '../../../../src/coder/agent/task';
import type { Known } from '../../../../src/coder/agent/known';
import type { TranscriptNode } from '../../../../src/coder/agent/transcript';
import type { GoalTask } from '../../../../src/coder/goal/task';
import type { CodeResult } from '../../../../src/domain/agent/state';
import type { ToolOutcome } from '../../../../src/domain/goal/outcome';
import type { Plan } from '../../../../src/domain/goal/plan';
import type { GateResult } from '../../../../src/domain/gate/state';
import type { GoalResult } from '../../../../src/domain/goal/result';
import type { StepResult } from '../../../../src/domain/goal/step';
import type { DebuggerSuggestion } from '../../../../src/domain/heal/proposal';
import type { HealResult } from '../../../../src/domain/heal/result';
import type { BlobHash } from '../../../../src/domain/ids';
import { BLOB_FIELDS, type BlobField } from '../../../../src/domain/named-hashes';
import type { EventChunk } from '../../../../src/domain/run/events';
import type { RollbackInput, RollbackResult } from '../../../../src/domain/run/rollback';
import type { SessionResult, SavedState } from '../../../../src/domain/session/state';
import type { VerificationReport } from '../../../../src/domain/verification/verification';
import type { ProposeTask } from '../../../../src/repair';
import { findAffected } from '../../../../src/store/retention/affected';
import { createMemoryStore } from '../../../support/memory-store';

/** Fields of a type, however deep, that hold the hash of a blob, or a list of such hashes. */
type HashFields<T, Depth extends unknown[] = []> = T extends
  string | number | boolean | null | undefined | Said
  ? never
  : T extends readonly (infer Element)[]
    ? HashFields<Element, [...Depth, Element]>
    : Depth['length'] extends 20
      ? 'too deep'
      : { [K in keyof T]-?: OwnField<T[K], K & string> | HashFields<T[K], [...Depth, K]> }[keyof T];
type OwnField<Value, Name> = [Extract<Value, BlobHash | readonly BlobHash[]>] extends [never] ? never : Name;

/** What activities take and give: references of a run hold it. */
type Exchanged = {
  [K in keyof Activities]: Parameters<Activities[K]>[0] | Awaited<ReturnType<Activities[K]>>;
}[keyof Activities];
/** Documents in blobs. */
type Documents =
  | (AgentTask | TranscriptNode | Known)
  | (GoalTask | Plan | ToolOutcome | StepResult)
  | (ProposeTask | VerificationReport | DebuggerSuggestion)
  | (EventChunk | SavedState);
/** Audit records hold inputs and results of runs. */
type Records =
  HealResult | CodeResult | GateResult | GoalResult | SessionResult | RollbackInput | RollbackResult;

/** Of what may be gone: a fork says so itself. */
type MayBeGone = 'start' | 'left';
/** Of an action as well, of which there is no blob. */
type Ambiguous = 'hash';
type Stored = Exclude<HashFields<Exchanged | Documents | Records>, MayBeGone | Ambiguous>;

/** The compiler names a field that is stored and not followed in its error, and one that is followed and never stored. */
const NONE_FORGOTTEN: [Exclude<Stored, BlobField>] extends [never] ? true : Exclude<Stored, BlobField> = true;
const NONE_LEFT_OVER: [Exclude<BlobField, Stored>] extends [never] ? true : Exclude<BlobField, Stored> = true;

const gone = 'a'.repeat(64) as BlobHash;
const nothingThere = {
  isWhole: () => false,
  isCorrupt: () => false,
  read: () => Promise.resolve(undefined),
};

async function missing(value: unknown): Promise<BlobHash[]> {
  const { refs } = createMemoryStore();
  await refs.putOnce({ run: 'r', effect: 'made' }, JSON.stringify(value));
  return (await findAffected(refs, ['r'], nothingThere)).map(({ hash }) => hash);
}

test('every field of a stored type that holds the hash of a blob is followed, and no other', () => {
  expect(NONE_FORGOTTEN && NONE_LEFT_OVER).toBe(true);
});

test.each([...BLOB_FIELDS])(
  'a blob that the field %s names and that is not there is missing',
  async (field) => {
    expect(await missing({ nested: [{ [field]: gone }] })).toEqual([gone]);
  },
);

test('blobs of a list are missing too', async () => {
  const others = ['b', 'c'].map((digit) => digit.repeat(64));
  expect(await missing({ states: [gone, ...others] })).toEqual([gone, ...others]);
});

test('the hash of something else is no missing blob', async () => {
  expect(await missing({ hash: gone, left: [gone], text: `sha256 ${gone}` })).toEqual([]);
});
