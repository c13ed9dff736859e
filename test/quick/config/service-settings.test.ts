import { checkedReference, checkedSetting, settingDifferences, shownSetting } from '../../../src/config';
import { layered, settingsInEffect, type Layering } from '../../../src/config/service-settings';

const KEPT = {
  KINTSUGI_MODEL: 'kept',
  KINTSUGI_MODEL_BASE_URL: 'https://kept.example/v1',
  KINTSUGI_MODEL_API_KEY: 'key-of-the-kept-endpoint',
  PATH: '/kept/bin',
};

function over(more: Partial<Layering>): ReturnType<typeof layered> {
  return layered({ given: {}, emptied: [], kept: KEPT, first: 'shell', ...more });
}

describe('the settings of a shell over those that the data folder keeps', () => {
  it('never lose one that the shell lacks', () => {
    const { env, kept } = over({ given: { KINTSUGI_LOG_LEVEL: 'debug' } });
    expect(env).toEqual({ ...KEPT, KINTSUGI_LOG_LEVEL: 'debug' });
    expect(kept).toEqual(env);
  });

  it('change where the shell has another, and end where it sets one to nothing', () => {
    const { kept } = over({ given: { KINTSUGI_MODEL: 'new' }, emptied: ['KINTSUGI_MODEL_API_KEY'] });
    expect(kept).toEqual({
      KINTSUGI_MODEL: 'new',
      KINTSUGI_MODEL_BASE_URL: KEPT.KINTSUGI_MODEL_BASE_URL,
      PATH: KEPT.PATH,
    });
  });

  it('are told apart by where they come from, without secrets', () => {
    const given = { KINTSUGI_MODEL: 'new', PATH: '/kept/bin', NO_COLOR: '1', HOME: '/home/ada' };
    const settled = over({ given });
    expect(settled.inherited).toEqual(['KINTSUGI_MODEL_BASE_URL', 'KINTSUGI_MODEL_API_KEY']);
    expect(settingsInEffect(settled)).toEqual([
      { name: 'KINTSUGI_MODEL', value: 'new', from: 'this shell' },
      { name: 'KINTSUGI_MODEL_API_KEY', value: 'set, a secret', from: 'kept' },
      { name: 'KINTSUGI_MODEL_BASE_URL', value: 'https://kept.example/v1', from: 'kept' },
      { name: 'NO_COLOR', value: '1', from: 'this shell' },
      { name: 'PATH', value: '/kept/bin', from: 'this shell' },
    ]);
    expect(over({ given, first: 'service' }).inherited).toContain('KINTSUGI_MODEL');
  });

  it('are those of the service where a look at runs wakes the worker', () => {
    const given = { KINTSUGI_MODEL: 'of the shell', KINTSUGI_PORT: '9', PATH: '/bin', HOME: '/home/ada' };
    expect(over({ given, first: 'service' }).env).toEqual({ ...KEPT, HOME: '/home/ada' });
  });

  it('are those of the shell where nothing is kept yet', () => {
    const given = { KINTSUGI_MODEL: 'of the shell' };
    expect(over({ given, kept: {}, first: 'service' }).env).toEqual(given);
  });

  it('keep no variable that is none of the service, like a budget of the shell', () => {
    const { env, kept } = over({ given: { KINTSUGI_BUDGET_USD: '2' } });
    expect(env).toMatchObject({ KINTSUGI_BUDGET_USD: '2' });
    expect(kept).toEqual(KEPT);
  });

  it.each(['KINTSUGI_MODEL_BASE_URL', 'OPENAI_BASE_URL'])(
    'never send the kept key to another endpoint, which %s names',
    (name) => {
      const { env } = over({ given: { [name]: 'https://other.example/v1' } });
      expect(Object.values(env)).not.toContain(KEPT.KINTSUGI_MODEL_API_KEY);
      expect(Object.values(env)).not.toContain(KEPT.KINTSUGI_MODEL_BASE_URL);
      expect(env['KINTSUGI_MODEL']).toBe('kept');
    },
  );

  it('read a secret by reference, and say which are not at hand', () => {
    const kept = {
      ...KEPT,
      KINTSUGI_MODEL_API_KEY: { variable: 'MY_KEY' },
      KINTSUGI_S3_SECRET_ACCESS_KEY: { command: 'pass show s3' },
    };
    const answer = (command: string): string => `answer to ${command}`;
    const read = over({ kept, given: { MY_KEY: 'from-the-variable' }, answer });
    expect(read.env).toMatchObject({
      KINTSUGI_MODEL_API_KEY: 'from-the-variable',
      KINTSUGI_S3_SECRET_ACCESS_KEY: 'answer to pass show s3',
    });
    expect(read.unread).toEqual([]);
    expect(read.kept).toEqual(kept);
    const none = over({ kept, answer: () => undefined });
    expect(none.unread).toEqual(['KINTSUGI_MODEL_API_KEY', 'KINTSUGI_S3_SECRET_ACCESS_KEY']);
    expect(none.env).not.toHaveProperty('KINTSUGI_MODEL_API_KEY');
  });

  it('run no command of a secret where the process asks no model', () => {
    const kept = { KINTSUGI_MODEL: 'm', OPENAI_API_KEY: { command: 'pass show openai' } };
    expect(over({ kept }).env['OPENAI_API_KEY']).toBe('unread');
  });

  it('are kept with whole paths, since a worker is in another folder', () => {
    expect(over({ given: { KINTSUGI_TOOLS: 'tools.js' }, kept: {} }).kept['KINTSUGI_TOOLS']).toMatch(
      /^\/.*\/tools\.js$/,
    );
    const prices = '{"m": {"inputPerMillion": 1, "outputPerMillion": 1}}';
    expect(checkedSetting('KINTSUGI_MODEL_PRICES', prices)).toBe(prices);
  });
});

describe('a setting that is given to be kept', () => {
  it('is refused in a sentence where it is none, or can not be', () => {
    expect(() => checkedSetting('KINTSUGI_LANG', 'ko')).toThrow('KINTSUGI_LANG is no setting of the service');
    expect(() => checkedSetting('KINTSUGI_PORT', 'many')).toThrow('KINTSUGI_PORT cannot be "many"');
    expect(() => checkedReference('KINTSUGI_MODEL')).toThrow('KINTSUGI_MODEL is no secret');
    expect(() => checkedReference('OPENAI_API_KEY')).not.toThrow();
  });

  it('is shown without its secret', () => {
    expect(shownSetting('OPENAI_API_KEY', 'key-of-the-test')).toBe('set, a secret');
    expect(shownSetting('OPENAI_API_KEY', { command: 'pass show openai' })).toBe(
      'from the command pass show openai',
    );
    expect(shownSetting('KINTSUGI_MODEL', 'm')).toBe('m');
  });

  it('is told where a worker has another than the shell', () => {
    const worker = { KINTSUGI_MODEL: 'old', PATH: '/bin', OPENAI_API_KEY: 'set, a secret' };
    expect(settingDifferences(worker, { KINTSUGI_MODEL: 'new', PATH: '/opt', OPENAI_API_KEY: 'k' })).toEqual([
      'KINTSUGI_MODEL: the worker has old, this shell new',
    ]);
  });
});
