describe('jest.fn', () => {
  it('returns undefined and remembers calls', () => {
    const fn = jest.fn();
    expect(fn(1, 'a')).toBeUndefined();
    fn();
    expect(fn.mock.calls).toEqual([[1, 'a'], []]);
    expect(fn.mock.lastCall).toEqual([]);
    expect(fn.mock.results).toEqual([
      { type: 'return', value: undefined },
      { type: 'return', value: undefined },
    ]);
  });
  it('takes an implementation', () => {
    const fn = jest.fn((a: number, b: number) => a + b);
    expect(fn(1, 2)).toBe(3);
    expect(fn).toHaveLength(2);
  });
  it('remembers this and instances', () => {
    const fn = jest.fn(function (this: any) {
      this.made = true;
    });
    const instance = new (fn as any)();
    expect(fn.mock.instances[0]).toBe(instance);
    const o = { fn };
    o.fn();
    expect(fn.mock.contexts[1]).toBe(o);
    expect(instance.made).toBe(true);
  });
  it('remembers what was thrown', () => {
    const fn = jest.fn(() => {
      throw new Error('x');
    });
    expect(fn).toThrow('x');
    expect(fn.mock.results[0]).toEqual({ type: 'throw', value: new Error('x') });
  });
  it('numbers calls over all mocks', () => {
    const a = jest.fn();
    const b = jest.fn();
    a();
    b();
    a();
    expect(a.mock.invocationCallOrder[0]).toBeLessThan(b.mock.invocationCallOrder[0]!);
    expect(b.mock.invocationCallOrder[0]).toBeLessThan(a.mock.invocationCallOrder[1]!);
  });
  it('has a name', () => {
    const fn = jest.fn();
    expect(fn.getMockName()).toBe('jest.fn()');
    expect(fn.mockName('named').getMockName()).toBe('named');
  });
  it('is a mock function', () => {
    expect(jest.isMockFunction(jest.fn())).toBe(true);
    expect(jest.isMockFunction(() => {})).toBe(false);
    expect(jest.isMockFunction(undefined)).toBe(false);
  });
  it('keeps results of recursion in order', () => {
    const fn: jest.Mock = jest.fn((n: number) => (n === 0 ? 0 : n + fn(n - 1)));
    expect(fn(3)).toBe(6);
    expect(fn.mock.results.map((entry) => entry.value)).toEqual([6, 3, 1, 0]);
  });
});

describe('implementations', () => {
  it('change', () => {
    const fn = jest.fn(() => 'first');
    fn.mockImplementation(() => 'second');
    expect(fn()).toBe('second');
    expect(fn.getMockImplementation()!()).toBe('second');
  });
  it('hold once', () => {
    const fn = jest
      .fn(() => 'default')
      .mockImplementationOnce(() => 'first')
      .mockImplementationOnce(() => 'second');
    expect([fn(), fn(), fn(), fn()]).toEqual(['first', 'second', 'default', 'default']);
  });
  it('return values', () => {
    const fn = jest.fn().mockReturnValue(1).mockReturnValueOnce(2).mockReturnValueOnce(3);
    expect([fn(), fn(), fn(), fn()]).toEqual([2, 3, 1, 1]);
  });
  it('return this', () => {
    const o = { fn: jest.fn().mockReturnThis() };
    expect(o.fn()).toBe(o);
  });
  it('resolve and reject', async () => {
    const fn = jest.fn().mockResolvedValue('ok').mockResolvedValueOnce('once').mockRejectedValueOnce(new Error('no'));
    await expect(fn()).resolves.toBe('once');
    await expect(fn()).rejects.toThrow('no');
    await expect(fn()).resolves.toBe('ok');
    await expect(jest.fn().mockRejectedValue(new TypeError('always'))()).rejects.toThrow(TypeError);
  });
  it('hold for a while', () => {
    const fn = jest.fn(() => 'outside');
    fn.withImplementation(
      () => 'inside',
      () => {
        expect(fn()).toBe('inside');
      },
    );
    expect(fn()).toBe('outside');
  });
  it('hold for a while, asynchronously', async () => {
    const fn = jest.fn(() => 'outside');
    await fn.withImplementation(
      () => 'inside',
      async () => {
        await null;
        expect(fn()).toBe('inside');
      },
    );
    expect(fn()).toBe('outside');
  });
  it('make instances', () => {
    class Real {
      greet() {
        return 'real';
      }
    }
    const Fake = jest.fn().mockImplementation(() => ({ greet: () => 'fake' }));
    expect(new (Fake as any)().greet()).toBe('fake');
    expect(new Real().greet()).toBe('real');
  });
});

describe('clearing', () => {
  it('mockClear forgets calls and keeps the implementation', () => {
    const fn = jest.fn(() => 1);
    fn();
    fn.mockClear();
    expect(fn).not.toHaveBeenCalled();
    expect(fn()).toBe(1);
  });
  it('mockReset forgets the implementation', () => {
    const fn = jest.fn(() => 1).mockReturnValueOnce(2);
    fn.mockReset();
    expect(fn()).toBeUndefined();
  });
  it('mockRestore forgets the implementation of what is no spy', () => {
    const fn = jest.fn(() => 1);
    fn.mockRestore();
    expect(fn()).toBeUndefined();
  });
  it('all at once', () => {
    const a = jest.fn(() => 'a');
    const b = jest.fn(() => 'b');
    a();
    b();
    jest.clearAllMocks();
    expect(a).not.toHaveBeenCalled();
    expect(b()).toBe('b');
    jest.resetAllMocks();
    expect(a()).toBeUndefined();
    expect(b).not.toHaveBeenCalled();
  });
  it('replaces the array of calls', () => {
    const fn = jest.fn();
    fn(1);
    const before = fn.mock.calls;
    fn.mockClear();
    expect(before).toEqual([[1]]);
    expect(fn.mock.calls).not.toBe(before);
  });
});

describe('typed help', () => {
  it('jest.mocked gives back what it gets', () => {
    const fn = jest.fn();
    expect(jest.mocked(fn)).toBe(fn);
  });
});

describe('failures', () => {
  it('fails where the mock was not called', () => {
    const fn = jest.fn().mockName('callback');
    expect(fn).toHaveBeenCalledWith('x');
  });
});
