import {
  askedRef,
  closedRef,
  isClosedRef,
  isPartOf,
  isReplyRef,
  partOf,
  readAskedRef,
  recordRef,
  refKey,
  refObject,
  refRun,
  refStep,
  replyRef,
  resultRef,
  rootRef,
} from '../../../src/store/ref-names';

const STEP = { run: 'run', step: 'round-2/propose-llm' };
const HASH = 'ab'.repeat(32);

describe('names of references', () => {
  it('tell replies, calls under way and calls that are over apart, and read what they wrote', () => {
    const reply = replyRef(STEP, HASH);
    const asked = askedRef(reply, 3);
    expect([reply, asked, closedRef(asked)].map(({ step }) => isReplyRef(step))).toEqual([
      true,
      false,
      false,
    ]);
    expect(readAskedRef(asked.step)).toEqual({ reply: reply.step, attempt: 3 });
    expect([reply.step, closedRef(asked).step].map(readAskedRef)).toEqual([undefined, undefined]);
    expect([asked, closedRef(asked)].map(({ step }) => isClosedRef(step))).toEqual([false, true]);
  });

  it('know the parts of a step, and not those of one that only begins alike', () => {
    expect(isPartOf(partOf(STEP, 1).step, STEP)).toBe(true);
    expect(isPartOf(replyRef({ ...STEP, step: `${STEP.step}-2` }, HASH).step, STEP)).toBe(false);
  });

  it('are different for each thing that is kept of a step, in a database and in a bucket', () => {
    const all = [
      recordRef('run'),
      rootRef(STEP, 'given', 'x'),
      rootRef(STEP, 'made', 'x'),
      resultRef(STEP, 'x'),
      partOf(STEP, 'x'),
      replyRef(STEP, HASH),
      askedRef(replyRef(STEP, HASH), 1),
      closedRef(askedRef(replyRef(STEP, HASH), 1)),
    ];
    for (const name of [(key: typeof STEP) => refKey(key).toString(), refObject])
      expect(new Set(all.map(name)).size).toBe(all.length);
    for (const key of all)
      expect([refRun(refObject(key)), refStep(refObject(key))]).toEqual([key.run, key.step]);
  });
});
