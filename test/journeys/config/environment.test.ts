import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig, requireModelSettings } from '../../../src/config';

describe('settings', () => {
  it('have defaults under the home of the user', () => {
    const config = loadConfig({ HOME: '/home/ada', PATH: '/bin' });
    expect(config).toMatchObject({ idleMinutes: 30, language: 'en', path: '/bin', color: true });
    expect(config.model).toBeUndefined();
    expect(config.home.endsWith('.local/share/kintsugi')).toBe(true);
  });

  it.each([
    ['KINTSUGI_PORT', 'high'],
    ['KINTSUGI_PORT', '70000'],
    ['KINTSUGI_IDLE_MINUTES', '-1'],
    ['KINTSUGI_LANG', 'de'],
    ['KINTSUGI_MODEL_BASE_URL', 'localhost'],
    ['KINTSUGI_MODEL_CANDIDATES', '9'],
    ['KINTSUGI_PROPOSERS', 'mutation,oracle'],
    ['KINTSUGI_PROPOSERS', ','],
    ['KINTSUGI_MODEL_FALLBACKS', 'a,b,c,d'],
    ['KINTSUGI_MODEL_API_VERSION', 'newest'],
    ['KINTSUGI_MODEL_REPLY_TOKENS', '0'],
    ['KINTSUGI_MODEL_PRICES', '{"m": {"inputPerMillion": 1}}'],
    ['KINTSUGI_MODEL_PRICES', '{"m": {"inputPerMillion": -1, "outputPerMillion": 1}}'],
    ['KINTSUGI_MODEL_PRICES', '{"m": {"inputPerMillion": 1, "outputPerMillion": 1, "perCall": 1}}'],
    ['KINTSUGI_MODEL_PRICES', '{"m":'],
    ['KINTSUGI_MODEL_PRICES', '/nowhere/prices.json'],
    ['KINTSUGI_BUDGET_TOKENS', '-5'],
    ['KINTSUGI_BUDGET_USD', '0'],
    ['KINTSUGI_STORE_QUOTA', 'much'],
    ['KINTSUGI_STORE_QUOTA', '0GB'],
    ['KINTSUGI_RETENTION_DAYS', '0'],
    ['KINTSUGI_S3_ENDPOINT', 'ftp://host'],
  ])('name %s where %s cannot be used', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} is set to "${value}"`);
    expect(() => loadConfig({ [name]: value })).not.toThrow(
      /Invalid (?:input|option|URL|string)|Too (?:small|big):/,
    );
  });

  it('take an empty variable for one that is not set', () => {
    expect(loadConfig({ KINTSUGI_PORT: '' }).port).toBeUndefined();
  });

  it('name the proposers that there are', () => {
    const model = { KINTSUGI_MODEL: 'm', OPENAI_API_KEY: 'k' };
    expect(loadConfig({}).proposers).toEqual(['mutation']);
    expect(loadConfig(model).proposers).toEqual(['mutation', 'llm']);
    expect(loadConfig({ ...model, KINTSUGI_PROPOSERS: 'llm' }).proposers).toEqual(['llm']);
    expect(() => loadConfig({ KINTSUGI_PROPOSERS: 'llm' })).toThrow(
      'KINTSUGI_PROPOSERS names llm alone, but there is no model: set KINTSUGI_MODEL.',
    );
  });

  it('need a key for a model, unless it has an endpoint of its own', () => {
    expect(() => requireModelSettings(loadConfig({ KINTSUGI_MODEL: 'm' }))).toThrow('OPENAI_API_KEY');
    expect(loadConfig({ KINTSUGI_MODEL: 'm', OPENAI_API_KEY: 'secret-key' }).model).toMatchObject({
      model: 'm',
      apiKey: 'secret-key',
    });
    const local = loadConfig({ KINTSUGI_MODEL: 'm', KINTSUGI_MODEL_BASE_URL: 'http://127.0.0.1:8080/v1' });
    expect(local.model).toMatchObject({ model: 'm', baseUrl: 'http://127.0.0.1:8080/v1' });
  });

  const KEYED = { KINTSUGI_MODEL: 'm', OPENAI_API_KEY: 'secret-key' };

  it('name a model for each purpose, and fallbacks in their order', () => {
    const set = { CODE: 'c', TEST: 't', DEBUG: 'd', CHAT: 'h' };
    const variables = Object.entries(set).map(
      ([purpose, model]) => [`KINTSUGI_MODEL_${purpose}`, model] as const,
    );
    const config = loadConfig({
      ...KEYED,
      ...(Object.fromEntries(variables) as Record<string, string>),
      KINTSUGI_MODEL_FALLBACKS: 'one, two',
    });
    expect(config.model).toMatchObject({
      model: 'm',
      purposes: { code: 'c', test: 't', debug: 'd', chat: 'h' },
      fallbacks: ['one', 'two'],
    });
    expect(loadConfig(KEYED).model).toMatchObject({ purposes: {}, fallbacks: [] });
  });

  it.each(['KINTSUGI_MODEL_CODE', 'KINTSUGI_MODEL_FALLBACKS'])('say that %s alone is not enough', (name) => {
    const config = loadConfig({ [name]: 'm', OPENAI_API_KEY: 'secret-key' });
    expect(config.model).toBeUndefined();
    expect(() => requireModelSettings(config)).toThrow(`${name} is set, but KINTSUGI_MODEL is not`);
  });

  it('know Azure by its version, which needs an address and a key', () => {
    const azure = {
      KINTSUGI_MODEL: 'm',
      KINTSUGI_MODEL_API_VERSION: '2024-10-21',
      KINTSUGI_MODEL_BASE_URL: 'https://mine.openai.azure.com',
      KINTSUGI_MODEL_API_KEY: 'secret-key',
    };
    expect(loadConfig(azure).model).toMatchObject({ apiVersion: '2024-10-21' });
    expect(() => requireModelSettings(loadConfig({ ...azure, KINTSUGI_MODEL_BASE_URL: '' }))).toThrow(
      'set KINTSUGI_MODEL_BASE_URL',
    );
    expect(() => requireModelSettings(loadConfig({ ...azure, KINTSUGI_MODEL_API_KEY: '' }))).toThrow(
      'set KINTSUGI_MODEL_API_KEY',
    );
    const one = { ...azure, KINTSUGI_MODEL_BASE_URL: 'https://mine.openai.azure.com/openai/deployments/m' };
    expect(loadConfig(one).model).toBeDefined();
    expect(() => requireModelSettings(loadConfig({ ...one, KINTSUGI_MODEL_CHAT: 'other' }))).toThrow(
      'one deployment, so KINTSUGI_MODEL_CHAT cannot name another',
    );
  });

  it('read the prices of models from JSON, or from a file of it, and say what is wrong in it', () => {
    const prices = {
      'gpt-5.2': { inputPerMillion: 1.75, outputPerMillion: 14, cachedInputPerMillion: 0.175 },
    };
    const file = join(mkdtempSync(join(tmpdir(), 'kintsugi-prices-')), 'prices.json');
    writeFileSync(file, JSON.stringify(prices));
    for (const given of [file, JSON.stringify(prices)]) {
      const env = { KINTSUGI_MODEL: 'm', OPENAI_API_KEY: 'secret-key', KINTSUGI_MODEL_PRICES: given };
      expect(loadConfig(env).model?.prices).toEqual(prices);
    }
    expect(() => loadConfig({ KINTSUGI_MODEL_PRICES: '{"m": {"inputPerMillion": 1}}' })).toThrow(
      'm.outputPerMillion: ',
    );
    expect(() => loadConfig({ KINTSUGI_MODEL_PRICES: '/nowhere/prices.json' })).toThrow('no such file');
  });

  it('have no budget, or one of tokens, money or both', () => {
    expect(loadConfig({}).budget).toBeUndefined();
    expect(loadConfig({ KINTSUGI_BUDGET_USD: '0.5' }).budget).toEqual({ usd: 0.5 });
    const both = { KINTSUGI_BUDGET_USD: '2', KINTSUGI_BUDGET_TOKENS: '1000' };
    expect(loadConfig(both).budget).toEqual({ usd: 2, tokens: 1_000 });
  });

  it.each([
    ['20GB', 20e9],
    ['1.5 TB', 1.5e12],
    ['512MiB', 512 * 2 ** 20],
    ['700m', 700e6],
    ['1000', 1000],
  ])('read a quota of %s', (text, bytes) => {
    expect(loadConfig({ KINTSUGI_STORE_QUOTA: text }).storeQuota).toBe(bytes);
  });

  it('read names of folders from lists with commas', () => {
    const folders = { KINTSUGI_HEAVY_FOLDERS: ' data,My Data, ,x ', KINTSUGI_CAPTURE_FOLDERS: 'dist' };
    expect(loadConfig(folders)).toMatchObject({
      heavyFolders: ['data', 'My Data', 'x'],
      captureFolders: ['dist'],
    });
    expect(loadConfig({})).toMatchObject({ heavyFolders: [], captureFolders: [] });
  });

  it('know a shared tier by its bucket, and keep its keys secret', () => {
    expect(loadConfig({}).s3).toBeUndefined();
    const keys = { KINTSUGI_S3_ACCESS_KEY_ID: 'the-key-id', KINTSUGI_S3_SECRET_ACCESS_KEY: 'the-secret' };
    const config = loadConfig({
      ...keys,
      KINTSUGI_S3_BUCKET: 'b',
      KINTSUGI_S3_ENDPOINT: 'http://host:9000',
      KINTSUGI_S3_PREFIX: '/team/',
    });
    expect(config.s3).toEqual({
      bucket: 'b',
      endpoint: 'http://host:9000',
      prefix: 'team',
      keys: { accessKeyId: 'the-key-id', secretAccessKey: 'the-secret' },
    });
    expect(config.secrets).toEqual(expect.arrayContaining(['the-key-id', 'the-secret']));
    expect(loadConfig({ KINTSUGI_S3_BUCKET: 'b' }).s3).toEqual({ bucket: 'b', prefix: 'kintsugi' });
    expect(() => loadConfig({ KINTSUGI_S3_ENDPOINT: 'http://host:9000' })).toThrow('KINTSUGI_S3_BUCKET');
    expect(() => loadConfig({ KINTSUGI_S3_BUCKET: 'b', KINTSUGI_S3_ACCESS_KEY_ID: 'k' })).toThrow(
      'belong together',
    );
  });

  it('collect what must stay secret, and hand on only what Temporal reads', () => {
    const config = loadConfig({ GITHUB_TOKEN: 'ghp_0123456789', TEMPORAL_ADDRESS: 'host:7233', OTHER: 'x' });
    expect(config.secrets).toEqual(['ghp_0123456789']);
    expect(config.temporalEnv).toEqual({ TEMPORAL_ADDRESS: 'host:7233' });
  });

  it('take neither a plain word nor a file that a variable names for a secret', () => {
    const env = { POSTGRES_PASSWORD: 'postgres', SIGNING_KEY: process.execPath, DB_PASSWORD: 'postgres1' };
    expect(loadConfig(env).secrets).toEqual(['postgres1']);
  });

  it('know secrets by a word of their name, and the working directory is none', () => {
    const secret = {
      SECRET_KEY_BASE: 'a0123456',
      MYSQL_PWD: 'b0123456',
      DB_PASS: 'c0123456',
      GITHUB_PAT: 'd0123456',
      GPG_PASSPHRASE: 'e0123456',
      AWS_ACCESS_KEY_ID: 'f0123456',
    };
    const plain = {
      PWD: '/home/somebody/project',
      OLDPWD: '/home/somebody',
      KEYBOARD: 'gr-qwertz',
      PATH: '/usr/bin',
    };
    expect(loadConfig({ ...secret, ...plain }).secrets).toEqual(Object.values(secret));
  });
});
