describe('calls', () => {
  it('counts', () => {
    const fn = jest.fn();
    expect(fn).not.toHaveBeenCalled();
    fn();
    fn(1);
    expect(fn).toHaveBeenCalled();
    expect(fn).toHaveBeenCalledTimes(2);
  });
  it('fails: not called', () => {
    expect(jest.fn()).toHaveBeenCalled();
  });
  it('fails: called', () => {
    const fn = jest.fn();
    fn();
    expect(fn).not.toHaveBeenCalled();
  });
  it('fails: times', () => {
    const fn = jest.fn();
    fn();
    expect(fn).toHaveBeenCalledTimes(2);
  });
  it('compares arguments', () => {
    const fn = jest.fn();
    fn('a', { b: [1] });
    fn('c');
    expect(fn).toHaveBeenCalledWith('a', { b: [1] });
    expect(fn).toHaveBeenCalledWith('c');
    expect(fn).not.toHaveBeenCalledWith('a');
    expect(fn).toHaveBeenLastCalledWith('c');
    expect(fn).toHaveBeenNthCalledWith(1, 'a', { b: [1] });
    expect(fn).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ b: expect.any(Array) }));
  });
  it('tells undefined arguments from missing ones', () => {
    const fn = jest.fn();
    fn('a', undefined);
    expect(fn).toHaveBeenCalledWith('a', undefined);
    expect(fn).not.toHaveBeenCalledWith('a');
  });
  it('ignores undefined properties of arguments', () => {
    const fn = jest.fn();
    fn({ a: 1, b: undefined });
    expect(fn).toHaveBeenCalledWith({ a: 1 });
  });
  it('fails: with', () => {
    const fn = jest.fn();
    fn('a');
    expect(fn).toHaveBeenCalledWith('b');
  });
  it('fails: last', () => {
    const fn = jest.fn();
    fn('a');
    fn('b');
    expect(fn).toHaveBeenLastCalledWith('a');
  });
  it('fails: nth', () => {
    const fn = jest.fn();
    fn('a');
    expect(fn).toHaveBeenNthCalledWith(2, 'a');
  });
  it('refuses a 0th call', () => {
    expect(jest.fn()).toHaveBeenNthCalledWith(0, 'a');
  });
  it('refuses what is no mock', () => {
    expect(() => {}).toHaveBeenCalled();
  });
  it('refuses what is no mock, even negated', () => {
    expect(() => {}).not.toHaveBeenCalled();
  });
  it('sees arguments as they are now', () => {
    const fn = jest.fn();
    const argument = { n: 1 };
    fn(argument);
    argument.n = 2;
    expect(fn).toHaveBeenCalledWith({ n: 2 });
  });
});

describe('results', () => {
  it('counts returns', () => {
    const fn = jest.fn((x: number) => x * 2);
    fn(1);
    fn(2);
    expect(fn).toHaveReturned();
    expect(fn).toHaveReturnedTimes(2);
    expect(fn).toHaveReturnedWith(4);
    expect(fn).toHaveLastReturnedWith(4);
    expect(fn).toHaveNthReturnedWith(1, 2);
  });
  it('does not count what throws', () => {
    const fn = jest.fn(() => {
      throw new Error('x');
    });
    expect(() => fn()).toThrow('x');
    expect(fn).not.toHaveReturned();
    expect(fn).toHaveReturnedTimes(0);
  });
  it('fails: returned', () => {
    expect(jest.fn()).toHaveReturned();
  });
  it('fails: returned with', () => {
    const fn = jest.fn(() => 1);
    fn();
    expect(fn).toHaveReturnedWith(2);
  });
  it('fails: nth returned', () => {
    const fn = jest.fn(() => 1);
    fn();
    expect(fn).toHaveNthReturnedWith(1, 2);
  });
  it('fails: last returned', () => {
    const fn = jest.fn(() => 1);
    fn();
    expect(fn).toHaveLastReturnedWith(2);
  });
});
