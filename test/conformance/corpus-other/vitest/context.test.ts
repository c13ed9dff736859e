import { describe, expect, it } from 'vitest';

it('has a task', ({ task }) => {
  expect(task.name).toBe('has a task');
});
it('has an expect of its own', ({ expect: local }) => {
  local(1).toBe(1);
});
it('is skipped while it runs', ({ skip }) => {
  skip();
  throw new Error('must not run');
});
it('is skipped with a note', (context) => {
  context.skip('not today');
});
it('is skipped by a condition', ({ skip }) => {
  skip(false);
  expect(1).toBe(1);
});
it('is skipped by a true condition', ({ skip }) => {
  skip(true, 'note');
  throw new Error('must not run');
});
describe('names', () => {
  it('know where they are', ({ task, expect: local }) => {
    local(task.suite?.name ?? 'names').toBe('names');
    local(expect.getState().currentTestName).toContain('know where they are');
  });
});
