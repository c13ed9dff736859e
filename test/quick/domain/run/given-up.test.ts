import { NONE_GIVEN_UP, usageGivenUp, withGivenUp, withoutGivenUp } from '../../../../src/domain/run/state';
import { NO_USAGE } from '../../../../src/domain/run/budget';

const bought = (modelCalls: number) => ({ ...NO_USAGE, modelCalls, inputTokens: 10 * modelCalls });

test('a call that is given up several times counts with what it bought last', () => {
  const given = withGivenUp(withGivenUp(NONE_GIVEN_UP, 'a', bought(1)), 'a', bought(3));
  expect(usageGivenUp(given)).toMatchObject(bought(3));
});

test('a call that is made after all counts no more', () => {
  const given = withGivenUp(withGivenUp(NONE_GIVEN_UP, 'a', bought(1)), 'b', bought(2));
  expect(usageGivenUp(withoutGivenUp(given, 'a'))).toMatchObject(bought(2));
});

test('a call that bought nothing is not kept', () => {
  expect(withGivenUp(NONE_GIVEN_UP, 'a', NO_USAGE)).toEqual(NONE_GIVEN_UP);
});

test('many calls are kept in little room, and all of them count', () => {
  let given = NONE_GIVEN_UP;
  for (let n = 0; n < 300; n += 1) given = withGivenUp(given, `call-${n}`, bought(1));
  expect(Object.keys(given.calls)).toHaveLength(50);
  expect(usageGivenUp(given)).toMatchObject(bought(300));
});
