const ran: string[] = [];

describe.skip('skipped', () => {
  it.only('stays skipped', () => {
    ran.push('only in skip');
  });
  it('stays skipped, too', () => {});
});

it('runs, since the focus lies in a skipped block', () => {
  expect(ran).toEqual([]);
});

describe('open', () => {
  describe.skip('skipped inside', () => {
    it('never runs', () => {
      throw new Error('must not run');
    });
  });
  it('runs', () => {});
});
