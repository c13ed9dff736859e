import { mlLibrary } from '../../../../src/domain/ml/libraries';
import { usesIn } from '../../../../src/domain/ml/uses';

const columns = (text: string) => usesIn(text).columns.map(({ column, line }) => `${line} ${column}`);
const READ = 'df = pd.read_csv("a.csv")\n';

describe('columns that code takes from a file', () => {
  it.each([
    ['a subscript', `${READ}print(df["x"])\n`, ['2 x']],
    ['a list of them', `${READ}y = df[["x", "z"]]\n`, ['2 x', '2 z']],
    ['the columns that are read', 'df = pd.read_csv("a.csv", usecols=["x"])\n', ['1 x']],
    ['a comparison', `${READ}df[df["x"] == 1]\n`, ['2 x']],
    ['a column that the code sets', `${READ}df["n"] = 1\nprint(df["n"])\n`, []],
    ['a frame with other columns', `${READ}df = df.rename(columns=m)\nprint(df["n"])\n`, []],
    ['names that the call gives', 'df = pd.read_csv("a.csv", names=c)\nprint(df["n"])\n', []],
    ['another frame', `${READ}print(other["n"], my_df["n"], a.df["n"])\n`, []],
  ])('%s', (_, text, found) => {
    expect(columns(text)).toEqual(found);
  });
});

test('files of models and endpoints are found with their lines, and files that are written are marked', () => {
  const text = 'm = load("m.onnx")\ntorch.save(m, "out.pt")\nfetch("http://host/v1/chat/completions")\n';
  expect(usesIn(text)).toMatchObject({
    files: [
      { path: 'm.onnx', line: 1, kind: 'model', isWritten: false },
      { path: 'out.pt', line: 2, kind: 'model', isWritten: true },
    ],
    endpoints: [{ text: 'http://host/v1/chat/completions', line: 3 }],
  });
});

test.each([
  ['torch.nn', 'torch', 'training'],
  ['@xenova/transformers', '@xenova/transformers', 'inference'],
  ['openai/helpers', 'openai', 'api'],
])('the import %s means %s for %s', (specifier, name, use) => {
  expect(mlLibrary(specifier)).toEqual({ name, use });
});

test('an import of anything else means no library of models', () => {
  expect(mlLibrary('torchlight')).toBeUndefined();
});
