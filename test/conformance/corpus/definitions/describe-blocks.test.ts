describe('outer', () => {
  test('direct child', () => {
    expect(1 + 1).toBe(2);
  });

  describe('inner', () => {
    it('nested child', () => {
      expect('a').toBe('a');
    });

    describe('innermost', () => {
      it('deep child', () => {
        expect([1]).toEqual([1]);
      });

      it('deep child that fails', () => {
        expect([1]).toEqual([2]);
      });
    });
  });

  it('after the inner blocks', () => {
    expect(true).toBeTruthy();
  });
});

describe('empty body with only a skipped test', () => {
  it.skip('is skipped', () => {
    throw new Error('never');
  });
});

describe('siblings share nothing but the file', () => {
  let count = 0;
  it('first', () => {
    count += 1;
    expect(count).toBe(1);
  });
  it('second sees the change', () => {
    count += 1;
    expect(count).toBe(2);
  });
});

describe('', () => {
  it('inside of a block without a title', () => {
    expect(expect.getState().currentTestName).toContain('inside of a block');
  });
});

describe('same title', () => {
  it('twin', () => {});
});

describe('same title', () => {
  it('twin', () => {
    throw new Error('second twin');
  });
});

test('top level', () => {
  expect(expect.getState().currentTestName).toBe('top level');
});
