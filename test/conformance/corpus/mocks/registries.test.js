describe('resetModules', () => {
  it('loads modules anew', () => {
    const first = require('./src/state');
    first.increment();
    expect(require('./src/state').get()).toBe(1);
    jest.resetModules();
    const second = require('./src/state');
    expect(second).not.toBe(first);
    expect(second.get()).toBe(0);
    expect(first.get()).toBe(1);
  });
  it('affects modules of modules', () => {
    const reader = require('./src/reader');
    reader.bump();
    jest.resetModules();
    expect(require('./src/reader').read()).toBe(0);
  });
});

describe('isolateModules', () => {
  it('has modules of its own', () => {
    const outer = require('./src/state');
    outer.increment();
    let inner;
    jest.isolateModules(() => {
      inner = require('./src/state');
      inner.increment();
      inner.increment();
    });
    expect(inner).not.toBe(outer);
    expect(inner.get()).toBe(2);
    expect(require('./src/state')).toBe(outer);
  });
  it('has mocks of its own', () => {
    let greeting;
    jest.isolateModules(() => {
      jest.doMock('./src/user', () => ({ getUser: () => ({ name: 'isolated' }) }));
      greeting = require('./src/consumer').greet();
    });
    jest.dontMock('./src/user');
    expect(greeting).toBe('hello isolated');
    jest.resetModules();
    expect(require('./src/consumer').greet()).toBe('hello real user');
  });
  it('waits when it is asynchronous', async () => {
    let inner;
    await jest.isolateModulesAsync(async () => {
      await null;
      inner = require('./src/config');
    });
    expect(inner).not.toBe(require('./src/config'));
  });
  it('is not nested', () => {
    expect(() => jest.isolateModules(() => jest.isolateModules(() => {}))).toThrow('nested');
  });
  it('ends when its function throws', () => {
    expect(() =>
      jest.isolateModules(() => {
        throw new Error('inside');
      }),
    ).toThrow('inside');
    expect(() => jest.isolateModules(() => {})).not.toThrow();
  });
});

describe('the registry', () => {
  it('gives the same module again', () => {
    expect(require('./src/config')).toBe(require('./src/config'));
    expect(require('./src/config')).toBe(require('./src/config.js'));
  });
});
