import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const CODE = (column: string): string =>
  `import pandas as pd\nimport torch\n\ndf = pd.read_csv("data/prices.csv")\nprint(df["${column}"])\n`;
const FILES = { 'data/prices.csv': 'price,size\n1,2\n', 'requirements.txt': 'pandas==2.2\ntorch\n' };

describe('an examination of models and data', () => {
  it('finds a column that the data does not have', async () => {
    const result = await bench.handle('ml_integration', { ...FILES, 'train.py': CODE('cost') });
    expect(result).toMatchObject({ status: 'done', trigger: 'contract_broken', files: ['train.py'] });
    expect(result.answer).toContain(
      'error train.py:5 missing-column: data/prices.csv has no column cost; it has price, size.',
    );
  });

  it('warns of an open version where files and columns fit', async () => {
    const result = await bench.handle('ml_integration', { ...FILES, 'train.py': CODE('price') });
    expect(result.trigger).toBeUndefined();
    expect(result.answer).toContain('errors: 0, warnings: 1');
    expect(result.answer).toContain('requirements.txt:2 no-version-pin: torch');
  });

  it('finds a model file of JavaScript that is not there, and one that is', async () => {
    const code = (name: string): string =>
      `import { InferenceSession } from 'onnxruntime-node';\nexport const s = InferenceSession.create('./${name}');\n`;
    const result = await bench.handle('ml_integration', {
      'models/a.onnx': 'weights',
      'src/here.js': code('models/a.onnx'),
      'src/gone.js': code('models/b.onnx'),
      'src/names.js': "export const ENDS = ['.onnx', 'x.onnx'];\n",
    });
    expect(result.trigger).toBe('contract_broken');
    expect(result.answer).toContain('error src/gone.js:2 missing-model-file');
    expect(result.answer).not.toContain('error src/here.js');
    expect(result.answer).not.toContain('error src/names.js');
  });

  it('finds columns of records of JSON by their keys', async () => {
    const result = await bench.handle('ml_integration', {
      'data/rows.jsonl': '{"a":1}\n{"a":2,"b":3}\n',
      'use.py':
        'import pandas as pd\ndf = pd.read_json("data/rows.jsonl", lines=True)\nprint(df["b"], df["c"])\n',
    });
    expect(result.whole).toMatchObject({ columns: { 'data/rows.jsonl': ['a', 'b'] } });
    expect(result.answer).toContain('has no column c;');
  });

  it('says nothing of the columns of a file that is no data of its format', async () => {
    const result = await bench.handle('ml_integration', {
      ...FILES,
      'data/prices.csv': 'price,size\n"unclosed,1\n',
      'train.py': CODE('cost'),
    });
    expect(result.whole).toMatchObject({ columns: {} });
    expect(result.answer).toContain('errors: 0');
  });

  it('says that a project uses neither', async () => {
    expect(
      await bench.handle('ml_integration', { 'a.ts': 'export {};\n' }, { language: 'zh' }),
    ).toMatchObject({
      answer: '项目中未发现模型或数据的使用。',
    });
  });
});
