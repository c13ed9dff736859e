it.todo('one thing');
test.todo('another thing');

describe('block', () => {
  it.todo('inside');
  test('beside a todo', () => {
    expect(1).toBe(1);
  });
});

describe('misused', () => {
  const errors: unknown[] = [];
  for (const args of [['with a function', () => {}], [42], [], [{}]]) {
    try {
      (it.todo as (...values: unknown[]) => void)(...args);
    } catch (error) {
      errors.push(error);
    }
  }
  it('throws for anything but one string', () => {
    expect(errors).toHaveLength(4);
    expect(errors.map((error) => (error as Error).message)).toEqual(
      Array(4).fill('Todo must be called with only a description.'),
    );
  });
});
