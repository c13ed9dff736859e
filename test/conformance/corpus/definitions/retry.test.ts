jest.retryTimes(2);

let tries = 0;
let always = 0;
const log: string[] = [];

afterEach(() => {
  log.push(`afterEach ${expect.getState().currentTestName}`);
});

it('passes at the third try', () => {
  tries += 1;
  expect(tries).toBe(3);
});

it('fails every time', () => {
  always += 1;
  throw new Error('always');
});

it('passes at once', () => {
  log.push('passes at once');
});

it('runs before the tries are repeated', () => {
  expect(tries).toBe(1);
  expect(always).toBe(1);
});

describe('a block', () => {
  let blockTries = 0;
  it('passes at the second try', () => {
    blockTries += 1;
    expect(blockTries).toBe(2);
  });
  it.failing('fails as expected', () => {
    throw new Error('expected');
  });
});
