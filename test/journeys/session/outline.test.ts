import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const FILES = {
  'package.json': '{ "name": "shop" }\n',
  'src/cache.ts': "import { load } from './load';\nexport class Cache {\n  get = () => load();\n}\n",
  'src/load.ts': 'export const load = () => 1;\n',
  'src/main.ts': "import { Cache } from './cache';\nexport const main = new Cache();\n",
};

describe('the outline of what a text of a model concerns', () => {
  it.each(['design', 'agent_planning', 'exploratory_research'] as const)(
    'names the places and says that writing needs a model (%s)',
    async (mode) => {
      const result = await bench.handle(mode, FILES, { text: 'make the Cache expire' });
      expect(result.status).toBe('lacking');
      expect(result.answer).toContain('- src/cache.ts:2 Cache');
      expect(result.answer).toContain('Writing it needs a model');
      expect(result.trigger).toBeUndefined();
      expect(result.files).toContain('src/cache.ts');
    },
  );

  it('gives a model the map, the places and their dependencies', async () => {
    const result = await bench.handle('design', FILES, {
      text: '캐시 만료 설계',
      language: 'ko',
      hasModel: true,
    });
    expect(result.status).toBe('done');
    expect(result.answer).not.toContain('KINTSUGI_MODEL');
    expect(result.shown).toContain('imports: src/load.ts\n  imported by: src/main.ts');
    expect(result.shown).toContain('Map of the project:');
    expect(result.shown).toContain('Manifests: package.json');
  });
});
