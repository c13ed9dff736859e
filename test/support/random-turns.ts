import { coded, FAILING_CODE, GOOD_CODE, TOTAL_SPEC, UNTYPED_CODE } from './agent-scripts';
import fc from './fast-check';
import { callTools, reply, type ScriptedCall, type ScriptedEntry } from './scripted-model';

const codes = fc.constantFrom(
  GOOD_CODE,
  FAILING_CODE,
  UNTYPED_CODE,
  'export const total = 1;\n',
  'function total( {',
);
const manners = fc.constantFrom(undefined, 'index-0', 'no-index', 'name-again', 'one-piece');

/** Calls that tools can carry out. */
const usable: fc.Arbitrary<Omit<ScriptedCall, 'id'>> = fc.oneof(
  fc.record({ name: fc.constant('generateCode'), arguments: fc.constant({ executionSpec: TOTAL_SPEC }) }),
  codes.map((code) => ({ name: 'testCode', arguments: { code, functionName: 'total' } })),
  codes.map((code) => ({ name: 'checkCode', arguments: { code, functionName: 'total' } })),
  codes.map((code) => ({
    name: 'analyzeError',
    arguments: { code, error: 'it fails', errorType: 'runtime' },
  })),
  codes.map((code) => ({ name: 'securityCheck', arguments: { code } })),
  codes.map((code) => ({ name: 'documentCode', arguments: { code, functionName: 'total' } })),
);

/** Calls that nothing can be done with. */
const unusable: fc.Arbitrary<Omit<ScriptedCall, 'id'>> = fc.oneof(
  fc.record({ name: fc.constantFrom('deleteAll', '', 'testcode', '__proto__'), arguments: fc.json() }),
  fc.record({
    name: fc.constantFrom('testCode', 'checkCode', 'analyzeError'),
    arguments: fc.constantFrom(
      '{"code": "x',
      '[]',
      'null',
      '{}',
      '"text"',
      '{"code": 1}',
      '{"code":"x","functionName":""}',
    ),
  }),
);

const texts = fc.constantFrom('export const a = 1;\n', 'export const a: string = 1;\n', 'x(', '');
const paths = fc.constantFrom(
  'src/sum.ts',
  'src/a.ts',
  'test/sum.test.ts',
  'test/a.test.ts',
  '../x',
  '.env',
  '',
);

/** Calls of tools on a directory: they read, change, run, and try what is not allowed. */
const onDirectory: fc.Arbitrary<Omit<ScriptedCall, 'id'>> = fc.oneof(
  fc.constantFrom('list', 'diff', 'run_tests', 'nothing').map((name) => ({ name, arguments: {} })),
  paths.map((path) => ({ name: 'read', arguments: { path } })),
  paths.map((path) => ({ name: 'diagnostics', arguments: { paths: [path] } })),
  fc.record({ path: paths, content: texts }).map((given) => ({ name: 'edit', arguments: given })),
  fc.record({ path: paths, rename: paths }).map((given) => ({ name: 'edit', arguments: given })),
  fc.constantFrom('a', '(', '').map((pattern) => ({ name: 'search', arguments: { pattern } })),
  fc
    .constantFrom('echo a > a.txt', 'false', 'rm -rf .', 'sleep 0.1; exit 3')
    .map((command) => ({ name: 'run_command', arguments: { command, keep: ['a.txt'] } })),
  fc.constant({ name: 'finish', arguments: { summary: 'So.' } }),
  fc.constant({ name: 'edit', arguments: '{"path": "src' }),
);

const calls = (one: fc.Arbitrary<Omit<ScriptedCall, 'id'>>, maxLength: number): fc.Arbitrary<ScriptedEntry> =>
  fc
    .record({
      calls: fc.array(fc.record({ one, id: fc.constantFrom('a', 'b', 'c', ''), manner: manners }), {
        minLength: 1,
        maxLength,
      }),
      content: fc.constantFrom('', 'I look.', '<think>hm</think>'),
      plain: fc.boolean(),
    })
    .map(({ calls: given, ...more }) =>
      callTools(
        given.map(({ one: call, id, manner }) => ({ ...call, id, manner: manner })),
        more,
      ),
    );

/** Replies of a model to any question: turns that are valid, invalid, mixed, truncated, empty, written as text, or the end. */
export const randomReply: fc.Arbitrary<ScriptedEntry> = fc.oneof(
  { weight: 6, arbitrary: calls(usable, 3) },
  { weight: 2, arbitrary: calls(unusable, 2) },
  { weight: 2, arbitrary: calls(fc.oneof(usable, unusable), 20) },
  { weight: 2, arbitrary: codes.map((code) => coded(code)) },
  { weight: 1, arbitrary: usable.map((call) => callTools([call], { finishReason: 'length' })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      reply(''),
      reply('{"name": "testCode", "arguments": {}}'),
      reply('x', { refusal: 'no' }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(reply('Done.'), reply({ analysis: 'a', suggestions: ['b'] })) },
);

const ends = fc.constantFrom(reply(''), reply('{"name": "edit", "arguments": {}}'), reply('Done.'));

/** Replies and limits of one run on a directory. */
export const randomWork = fc.record({
  replies: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: calls(onDirectory, 4) },
      { weight: 1, arbitrary: onDirectory.map((call) => callTools([call], { finishReason: 'length' })) },
      { weight: 1, arbitrary: ends },
    ),
    { minLength: 1, maxLength: 8 },
  ),
  maxCalls: fc.integer({ min: 1, max: 12 }),
});

/** Input and replies of one run: some repeat one reply for ever. */
export const randomRun = fc.record({
  replies: fc.oneof(
    { weight: 4, arbitrary: fc.array(randomReply, { minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: randomReply.map((one) => Array.from({ length: 60 }, () => one)) },
  ),
  spec: fc.oneof(
    fc.constant(TOTAL_SPEC),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
  ),
  strategy: fc.constantFrom('react', 'react', 'react', 'pipeline'),
  testData: fc.constantFrom(undefined, null, [{ city: 'Bern', price: 4 }], [], 'text'),
  maxIterations: fc.integer({ min: 1, max: 5 }),
  maxCalls: fc.integer({ min: 1, max: 12 }),
});
