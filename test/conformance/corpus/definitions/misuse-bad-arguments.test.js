const attempts = {
  'it without arguments': () => it(),
  'it without a function': () => it('title'),
  'it with a text for a function': () => it('title', 'text'),
  'it.skip without a function': () => it.skip('title'),
  'it.only without a function': () => it.only('title'),
  'describe without a function': () => describe('title'),
  'describe with a text for a function': () => describe('title', 'text'),
  'beforeEach without a function': () => beforeEach(),
  'afterAll with a text': () => afterAll('text'),
  'it.each without a title': () => it.each([1])(undefined),
};

const errors = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    attempt();
    errors[name] = undefined;
  } catch (error) {
    errors[name] = error;
  }
}

it.each(Object.keys(attempts).slice(0, 9))('%s throws', (name) => {
  expect(errors[name]).toBeInstanceOf(Error);
});

it('explains a missing function', () => {
  expect(errors['it without a function'].message).toBe(
    'Missing second argument. It must be a callback function. Perhaps you want to use `test.todo` for a test placeholder.',
  );
  expect(errors['describe without a function'].message).toBe(
    'Missing second argument. It must be a callback function.',
  );
  expect(errors['beforeEach without a function'].message).toBe(
    'Invalid first argument. It must be a callback function.',
  );
  expect(errors['it with a text for a function'].message).toBe(
    'Invalid second argument, text. It must be a callback function.',
  );
});
