import { askedRef, closedRef, isClosedRef, readAskedRef } from '../../../src/model/call-notes';
import { isPartOf, replyRef } from '../../../src/model/reply-store';
import {
  isReplyRef,
  partOf,
  recordRef,
  refEffect,
  refObject,
  refRun,
  resultRef,
  rootRef,
} from '../../../src/store/ref-names';

const EFFECT = { run: 'run', effect: 'round-2/propose-llm' };
const HASH = 'ab'.repeat(32);

describe('names of references', () => {
  it('tell replies, calls under way and calls that are over apart, and read what they wrote', () => {
    const reply = replyRef(EFFECT, HASH);
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

  it('know the parts of an effect, and not those of one that only begins alike', () => {
    expect(isPartOf(partOf(EFFECT, 1).effect, EFFECT)).toBe(true);
    expect(isPartOf(replyRef({ ...EFFECT, effect: `${EFFECT.effect}-2` }, HASH).effect, EFFECT)).toBe(false);
  });

  it('are different for each thing that is kept of an effect, in a bucket too', () => {
    const all = [
      recordRef('run'),
      rootRef(EFFECT, 'given', 'x'),
      rootRef(EFFECT, 'made', 'x'),
      resultRef(EFFECT, 'x'),
      partOf(EFFECT, 'x'),
      replyRef(EFFECT, HASH),
      askedRef(replyRef(EFFECT, HASH), 1),
      closedRef(askedRef(replyRef(EFFECT, HASH), 1)),
    ];
    for (const name of [({ effect }: typeof EFFECT) => effect, refObject])
      expect(new Set(all.map(name)).size).toBe(all.length);
    for (const key of all)
      expect([refRun(refObject(key)), refEffect(refObject(key))]).toEqual([key.run, key.effect]);
  });
});
