import { expect, it, vi } from 'vitest';
import { add } from './src/math';
import { total } from './src/service';

vi.mock('./src/math', { spy: true });

it('calls through and remembers', () => {
  expect(total([1, 2])).toBe(3);
  expect(add).toHaveBeenCalledTimes(2);
  vi.mocked(add).mockReturnValueOnce(50);
  expect(total([1])).toBe(50);
});
