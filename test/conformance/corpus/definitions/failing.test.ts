it.failing('throws as expected', () => {
  throw new Error('expected');
});

it.failing('a matcher fails as expected', () => {
  expect(1).toBe(2);
});

it.failing('does not fail, which is a failure', () => {});

test.failing('rejects as expected', async () => {
  await Promise.reject(new Error('expected'));
});

test.failing('resolves, which is a failure', async () => {
  await Promise.resolve(1);
});

it.failing('calls done with an error', (done) => {
  done(new Error('expected'));
});

it.failing('calls done without an error, which is a failure', (done) => {
  done();
});

it.failing.each([1, 2, 3])('each row: %d', (n) => {
  expect(n).toBe(2);
});

it.skip.failing('is skipped', () => {});

describe('with hooks', () => {
  let fail = false;
  beforeEach(() => {
    if (fail) throw new Error('hook');
  });
  it.failing('fails in its body', () => {
    fail = true;
    throw new Error('body');
  });
  it.failing('fails in a hook, which counts', () => {
    throw new Error('never reached');
  });
});

describe('with assertions counted', () => {
  it.failing('has the wrong count', () => {
    expect.assertions(2);
    expect(1).toBe(2);
  });
});

it.failing('times out', async () => {
  await new Promise(() => {});
}, 20);
