import { expect as check, it as should, jest as mocks } from '@jest/globals';

should('work under other names', () => {
  const fn = mocks.fn(() => 5);
  check(fn()).toBe(5);
});
should('fail under other names', () => {
  check(1).toBe(2);
});
