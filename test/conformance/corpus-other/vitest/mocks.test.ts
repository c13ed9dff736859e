import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import square, { add, load } from './src/math';
import { loaded, total } from './src/service';

vi.mock('./src/math', async (importOriginal) => {
  const original = await importOriginal<typeof import('./src/math')>();
  return { ...original, add: vi.fn(() => 100), default: vi.fn(() => 'mocked default') };
});

const { shared } = vi.hoisted(() => ({ shared: { value: 'hoisted' } }));

describe('modules', () => {
  it('replaces exports', () => {
    expect(add(1, 2)).toBe(100);
    expect(total([1, 2])).toBe(100);
    expect(square(2)).toBe('mocked default');
  });
  it('keeps the others', async () => {
    expect(await load()).toBe('real');
    expect(await loaded()).toBe('loaded real');
  });
  it('gives the real ones', async () => {
    const actual = await vi.importActual<typeof import('./src/math')>('./src/math');
    expect(actual.add(1, 2)).toBe(3);
  });
  it('hoists', () => {
    expect(shared.value).toBe('hoisted');
  });
  it('mocked is typed help', () => {
    vi.mocked(add).mockReturnValueOnce(7);
    expect(total([1])).toBe(7);
  });
  it('doMock works for what is imported later', async () => {
    vi.doMock('./src/service', () => ({ total: () => 'done' }));
    const service = await import('./src/service');
    expect(service.total([1])).toBe('done');
    vi.doUnmock('./src/service');
  });
});

describe('functions', () => {
  it('reset to what they were made with', () => {
    const fn = vi.fn(() => 'first');
    fn.mockReturnValue('changed');
    expect(fn()).toBe('changed');
    fn.mockReset();
    expect(fn()).toBe('first');
    expect(fn).toHaveBeenCalledTimes(1);
  });
  it('reset all to what they were made with', () => {
    const fn = vi.fn(() => 'first').mockReturnValue('changed');
    vi.resetAllMocks();
    expect(fn()).toBe('first');
  });
  it('spies reset to the original', () => {
    const o = { method: () => 'real' };
    const spy = vi.spyOn(o, 'method').mockReturnValue('fake');
    expect(o.method()).toBe('fake');
    spy.mockReset();
    expect(o.method()).toBe('real');
    expect(vi.isMockFunction(o.method)).toBe(true);
    spy.mockRestore();
    expect(vi.isMockFunction(o.method)).toBe(false);
  });
  it('restoreAllMocks restores spies only', () => {
    const o = { method: () => 'real' };
    vi.spyOn(o, 'method').mockReturnValue('fake');
    const fn = vi.fn(() => 'first').mockReturnValue('changed');
    vi.restoreAllMocks();
    expect(o.method()).toBe('real');
    expect(fn()).toBe('changed');
  });
  it('clears', () => {
    const fn = vi.fn(() => 1);
    fn();
    vi.clearAllMocks();
    expect(fn).not.toHaveBeenCalled();
    expect(fn()).toBe(1);
  });
  it('holds for a while', () => {
    const fn = vi.fn(() => 'outside');
    fn.withImplementation(
      () => 'inside',
      () => {
        expect(fn()).toBe('inside');
      },
    );
    expect(fn()).toBe('outside');
  });
});

describe('stubs', () => {
  beforeEach(() => {
    vi.stubEnv('STUBBED', 'before each');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  it('stubs the environment', () => {
    expect(process.env.STUBBED).toBe('before each');
    vi.stubEnv('STUBBED', 'changed');
    expect(process.env.STUBBED).toBe('changed');
    vi.unstubAllEnvs();
    expect(process.env.STUBBED).toBeUndefined();
  });
  it('stubs globals', () => {
    vi.stubGlobal('someGlobal', { a: 1 });
    expect((globalThis as any).someGlobal).toEqual({ a: 1 });
    vi.unstubAllGlobals();
    expect('someGlobal' in globalThis).toBe(false);
  });
  it('restores globals that were there', () => {
    const original = globalThis.fetch;
    vi.stubGlobal('fetch', 5);
    expect(globalThis.fetch).toBe(5);
    vi.unstubAllGlobals();
    expect(globalThis.fetch).toBe(original);
  });
});

describe('chaining', () => {
  it('returns vi', () => {
    expect(vi.useFakeTimers()).toBe(vi);
    expect(vi.useRealTimers()).toBe(vi);
    expect(vi.clearAllMocks()).toBe(vi);
    expect(vi.stubGlobal('x', 1)).toBe(vi);
    vi.unstubAllGlobals();
  });
});
