const api = {
  value: 1,
  method(n: number) {
    return n + this.value;
  },
  get computed() {
    return this.value * 10;
  },
  set computed(n: number) {
    this.value = n;
  },
  async later() {
    return 'real';
  },
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe('jest.spyOn', () => {
  it('calls through', () => {
    const spy = jest.spyOn(api, 'method');
    expect(api.method(2)).toBe(3);
    expect(spy).toHaveBeenCalledWith(2);
  });
  it('was restored after the test before', () => {
    expect(jest.isMockFunction(api.method)).toBe(false);
  });
  it('replaces and restores', () => {
    const spy = jest.spyOn(api, 'method').mockImplementation(() => 99);
    expect(api.method(1)).toBe(99);
    spy.mockRestore();
    expect(api.method(1)).toBe(2);
  });
  it('returns the same spy again', () => {
    expect(jest.spyOn(api, 'method')).toBe(jest.spyOn(api, 'method'));
  });
  it('mockReset leaves a function that returns nothing', () => {
    const spy = jest.spyOn(api, 'method');
    spy.mockReset();
    expect(api.method(1)).toBeUndefined();
  });
  it('spies on getters', () => {
    const spy = jest.spyOn(api, 'computed', 'get').mockReturnValue(5);
    expect(api.computed).toBe(5);
    expect(spy).toHaveBeenCalledTimes(1);
  });
  it('spies on setters', () => {
    const spy = jest.spyOn(api, 'computed', 'set').mockImplementation(() => {});
    api.computed = 7;
    expect(spy).toHaveBeenCalledWith(7);
    expect(api.value).toBe(1);
  });
  it('spies on prototypes', () => {
    class Thing {
      hello() {
        return 'real';
      }
      static make() {
        return new Thing();
      }
    }
    jest.spyOn(Thing.prototype, 'hello').mockReturnValue('fake');
    jest.spyOn(Thing, 'make');
    expect(Thing.make().hello()).toBe('fake');
    expect(Thing.make).toHaveBeenCalledTimes(1);
  });
  it('spies on built-in objects', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.25);
    expect(Math.random()).toBe(0.25);
    jest.spyOn(Date, 'now').mockReturnValue(123);
    expect(Date.now()).toBe(123);
  });
  it('spies on the console', () => {
    const spy = jest.spyOn(console, 'log').mockImplementation(() => {});
    console.log('quiet', 1);
    expect(spy).toHaveBeenCalledWith('quiet', 1);
  });
  it('spies on global functions', () => {
    const spy = jest.spyOn(globalThis, 'setTimeout');
    const id = setTimeout(() => {}, 1);
    clearTimeout(id);
    expect(spy).toHaveBeenCalledTimes(1);
  });
  it('spies on process', () => {
    const spy = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    process.exit(3);
    expect(spy).toHaveBeenCalledWith(3);
  });
  it('works with promises', async () => {
    jest.spyOn(api, 'later').mockResolvedValueOnce('fake');
    await expect(api.later()).resolves.toBe('fake');
    await expect(api.later()).resolves.toBe('real');
  });
  it('refuses what does not exist', () => {
    expect(() => jest.spyOn(api, 'missing' as never)).toThrow('does not exist');
  });
  it('refuses what is no function', () => {
    expect(() => jest.spyOn(api, 'value' as never)).toThrow('is not a function');
  });
  it('refuses primitives', () => {
    expect(() => jest.spyOn(5 as never, 'x' as never)).toThrow();
  });
  it('refuses a getter that is none', () => {
    expect(() => jest.spyOn(api, 'method' as never, 'get' as never)).toThrow();
  });
  it('keeps this', () => {
    const spy = jest.spyOn(api, 'method');
    api.method(1);
    expect(spy.mock.contexts[0]).toBe(api);
  });
  it('fails when the method was not called', () => {
    const spy = jest.spyOn(api, 'method');
    expect(spy).toHaveBeenCalled();
  });
});

describe('jest.replaceProperty', () => {
  it('replaces and restores', () => {
    const replaced = jest.replaceProperty(api, 'value', 100);
    expect(api.value).toBe(100);
    replaced.replaceValue(200);
    expect(api.value).toBe(200);
    replaced.restore();
    expect(api.value).toBe(1);
  });
  it('is restored with all mocks', () => {
    jest.replaceProperty(api, 'value', 5);
    jest.restoreAllMocks();
    expect(api.value).toBe(1);
  });
  it('was restored after the test before', () => {
    expect(api.value).toBe(1);
  });
  it('replaces in the environment', () => {
    jest.replaceProperty(process, 'env', { ONLY: 'this' } as never);
    expect(process.env.ONLY).toBe('this');
  });
  it('refuses what does not exist', () => {
    expect(() => jest.replaceProperty(api, 'missing' as never, 1 as never)).toThrow('does not exist');
  });
  it('refuses functions', () => {
    expect(() => jest.replaceProperty(api, 'method', (() => 1) as never)).toThrow();
  });
});
