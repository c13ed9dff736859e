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
  refEffect,
  replyRef,
  resultRef,
  rootRef,
} from '../../../src/store/ref-names';

const STEP = { run: 'run', effect: 'round-2/propose-llm' };
const HASH = 'ab'.repeat(32);

describe('names of references', () => {
  it('tell replies, calls under way and calls that are over apart, and read what they wrote', () => {
    const reply = replyRef(STEP, HASH);
    const asked = askedRef(reply, 3);
    expect([reply, asked, closedRef(asked)].map(({ effect }) => isReplyRef(effect))).toEqual([
      true,
      false,
      false,
    ]);
    expect(readAskedRef(asked.effect)).toEqual({ reply: reply.effect, attempt: 3 });
    expect([reply.effect, closedRef(asked).effect].map(readAskedRef)).toEqual([undefined, undefined]);
    expect([asked, closedRef(asked)].map(({ effect }) => isClosedRef(effect))).toEqual([false, true]);
  });

  it('know the parts of a step, and not those of one that only begins alike', () => {
    expect(isPartOf(partOf(STEP, 1).effect, STEP)).toBe(true);
    expect(isPartOf(replyRef({ ...STEP, effect: `${STEP.effect}-2` }, HASH).effect, STEP)).toBe(false);
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
      expect([refRun(refObject(key)), refEffect(refObject(key))]).toEqual([key.run, key.effect]);
  });
});
