import { Looks } from '../../../src/sandbox/child/looks';
import type { RuntimeEvent } from '../../../src/sandbox/runtime-protocol';

const test: RuntimeEvent = { e: 'test', id: 'a', path: ['a'], status: 'passed', console: [] };
const collected: RuntimeEvent = { e: 'collected', tests: 1 };
const end: RuntimeEvent = { e: 'end', stdout: '', stderr: '' };

it('a run is looked through when it is loaded, after its first tests and at its end', () => {
  const looks = new Looks();
  expect(looks.wanted([collected])).toBe(true);
  looks.took(60_000);
  expect(Array.from({ length: 4 }, () => looks.wanted([test]))).not.toContain(false);
  expect(looks.wanted([])).toBe(false);
  expect(looks.wanted([end])).toBe(true);
});

it('looks stop where they take too large a part of the run', () => {
  const looks = new Looks();
  for (let times = 0; times < 4; times++) looks.wanted([test]);
  looks.took(60_000);
  expect(Array.from({ length: 100 }, () => looks.wanted([test]))).not.toContain(true);
});

it('looks go on after some of the tests where there is time for them', () => {
  const looks = new Looks();
  looks.wanted([collected]);
  const after = Array.from({ length: 200 }, () => looks.wanted([test])).slice(4);
  expect([after.includes(true), after.includes(false)]).toEqual([true, true]);
});
