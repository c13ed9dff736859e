const later = (value, ms = 1) => new Promise((resolve) => setTimeout(() => resolve(value), ms));

it('runs a generator and gives it what it waits for', function* () {
  const value = yield later(5);
  expect(value).toBe(5);
});

it('fails in a generator', function* () {
  yield later(1);
  expect(1).toBe(2);
});

it('throws into a generator', function* () {
  let caught;
  try {
    yield Promise.reject(new Error('thrown in'));
  } catch (error) {
    caught = error;
  }
  expect(caught.message).toBe('thrown in');
});

it('rejects when a generator does not catch', function* () {
  yield Promise.reject(new Error('not caught'));
});

it('waits for an array of promises', function* () {
  const values = yield [later(1), later(2)];
  expect(values).toEqual([1, 2]);
});

let prepared = false;
describe('hooks', () => {
  beforeEach(function* () {
    yield later(1);
    prepared = true;
  });
  it('may be generators', () => {
    expect(prepared).toBe(true);
  });
});
