describe('a block that is tried again as a whole', () => {
  jest.retryTimes(2, { entireDescribe: true });
  let setups = 0;
  const ran: string[] = [];

  beforeAll(() => {
    setups += 1;
  });

  it('passes every time', () => {
    ran.push('first');
  });

  it('passes at the second try', () => {
    ran.push('second');
    expect(setups).toBe(2);
  });

  it('sees both tries', () => {
    expect(ran.length).toBeGreaterThanOrEqual(2);
  });
});

describe('a block that fails every time', () => {
  jest.retryTimes(1, { entireDescribe: true });
  it('passes', () => {});
  it('fails', () => {
    throw new Error('always');
  });
});

it('is not tried again', () => {
  expect(1).toBe(1);
});
