import type { GraphPart } from '../../../src/codebase';
import { openNavigation, treeSources } from '../../../src/codebase/navigation';
import type { SessionDeps } from '../../../src/coder/session';
import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const FILES = {
  'package.json': '{ "name": "shop", "dependencies": { "axios": "1", "got": "1", "dayjs": "1" } }\n',
  'src/orders.ts':
    "import axios from 'axios';\nimport dayjs from 'dayjs';\nimport { formatPrice } from './format';\nexport const orders = () => [axios, dayjs, formatPrice(1)];\n",
  'src/users.ts': "import axios from 'axios';\nexport const users = () => axios;\n",
  'src/mail.ts':
    "import got from 'got/dist';\nimport { formatPrice } from './mail/format';\nexport const mail = () => [got, formatPrice(2)];\n",
  'src/format.ts': 'export function formatPrice(x: number) {\n  return `${x} EUR`;\n}\n',
  'src/mail/format.ts':
    'export function formatPrice(x: number) {\n  const rounded = Math.round(x);\n  return `EUR ${rounded}`;\n}\n',
  'test/format.test.ts':
    "import { formatPrice } from '../src/format';\nit('formats', () => expect(formatPrice(1)).toBe('1 EUR'));\n",
  'legacy/report.pl': 'print 1;\n',
};

describe('a comparison of what a project holds', () => {
  it('lists the libraries of one purpose with their users, and leaves out a purpose with one', async () => {
    const { status, answer } = await bench.handle('exploratory_research', FILES, {
      text: 'which alternatives do we have?',
    });
    expect(status).toBe('done');
    expect(answer).toContain(
      'HTTP clients: 2 alternatives in use\n- axios: used at 2 places, by 0 test files (src/orders.ts:1, src/users.ts:1)\n- got: used at 1 place, by 0 test files (src/mail.ts:1)',
    );
    expect(answer).not.toContain('dayjs');
  });

  it('lists implementations of one name with their callers, sizes and tests', async () => {
    const { answer } = await bench.handle('exploratory_research', FILES, {
      text: 'which alternatives do we have?',
    });
    expect(answer).toContain('Implementations of formatPrice: 2 alternatives in use');
    expect(answer).toMatch(
      /- formatPrice \(src\/format\.ts\): used at 1 place, by 1 test file, 3 lines \(src\/orders\.ts:4\)/,
    );
    expect(answer).toMatch(
      /- formatPrice \(src\/mail\/format\.ts\): used at 1 place, by 0 test files, 4 lines \(src\/mail\.ts:3\)/,
    );
  });

  it('says what is alone in use for a purpose that is named, and what it could not see', async () => {
    const { answer } = await bench.handle('exploratory_research', FILES, {
      text: '日期用什么库比较好',
      language: 'zh',
    });
    expect(answer).toContain('日期：只使用 dayjs');
    expect(answer).not.toMatch(/axios|formatPrice/);
    expect(answer).toContain('未能看到：通过全局对象（fetch）');
    expect(answer).toContain('此处未安装的包的大小');
  });

  it('looks for places only where it found nothing, and shares the files of the tree', async () => {
    const navigate = jest.fn<ReturnType<SessionDeps['navigate']>, Parameters<SessionDeps['navigate']>>(
      async ({ tree }, signal) => openNavigation(await treeSources(own.store, tree), { signal }),
    );
    const own: SessionBench = new SessionBench({ navigate });
    const list = jest.spyOn(own.store.trees, 'list');
    await own.handle('exploratory_research', FILES, { text: 'which alternatives?' });
    expect(navigate).toHaveBeenCalledTimes(1);
    // For navigation, for the comparison, and for the tests of each of its two subjects.
    expect(list).toHaveBeenCalledTimes(4);
    await own.handle('exploratory_research', { 'a.ts': '' }, { text: 'which alternatives?' });
    expect(navigate).toHaveBeenCalledTimes(3);
    own.close();
  });

  it('gives a model the comparison before the places and the map', async () => {
    const { shown } = await bench.handle('exploratory_research', FILES, {
      text: 'compare the HTTP clients',
      hasModel: true,
    });
    expect(shown).toMatch(/HTTP clients: 2 alternatives in use[^]*Not seen: [^]*Map of the project:/);
  });
});

describe('the graph that an answer about code leaves in the context', () => {
  it('holds the files that it is about, with their names and imports in both ways', async () => {
    const { graphDoc } = await bench.handle('context_navigation', FILES, {
      text: 'who calls formatPrice of src/format.ts?',
    });
    const graph = graphDoc && (JSON.parse(String(await bench.store.blobs.load(graphDoc))) as GraphPart);
    expect(graph?.nodes).toContainEqual({ path: 'src/format.ts', symbols: ['formatPrice'] });
    expect(graph?.edges).toContainEqual({ from: 'src/orders.ts', to: 'src/format.ts', kind: 'imports' });
  });

  it('is not there where no code was asked about', async () => {
    const { graphDoc } = await bench.handle('exploratory_research', FILES, {
      text: 'compare the HTTP clients',
    });
    expect(graphDoc).toBeUndefined();
  });
});
