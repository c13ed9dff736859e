import { callTools, reply, type ChatRequest, type ScriptedCall, type ScriptedEntry } from './scripted-model';

/** Specification that the tests of the coding agent write a function for. */
export const TOTAL_SPEC = {
  functionName: 'total',
  description: 'Adds up the prices of all rows.',
  parameters: ['data'],
};

export const TOTAL_DATA = [
  { city: 'Bern', price: 4 },
  { city: 'Köln', price: 8 },
];

/** Code that passes all checks and runs. */
export const GOOD_CODE = `interface Row { city: string; price: number }

export function total(data: Row[]): number {
  if (!Array.isArray(data)) throw new TypeError('The data is no array.');
  return data.reduce((sum, row) => sum + row.price, 0);
}
`;

/** Code that passes all checks and fails when it runs with the data. */
export const FAILING_CODE = `interface Row { city: string; cost?: { value: number } }

export function total(data: Row[]): number {
  if (data.length === 0) return 0;
  return data.reduce((sum, row) => sum + row.cost!.value, 0);
}
`;

/** Code that runs and breaks rules of the check. */
export const UNTYPED_CODE = `export function total(data) {
  const unused = 1;
  return data.reduce((sum, row) => sum + row.price, 0);
}
`;

/** Reply with code. */
export const coded = (code: string, more: Partial<ScriptedEntry> = {}): ScriptedEntry =>
  reply(`Here it is:\n\n\`\`\`ts\n${code}\`\`\`\n`, more as object);

let made = 0;

/** Turn that calls tools. */
export const turn = (...calls: [name: string, given: object | string][]): ScriptedEntry =>
  callTools(calls.map(([name, given]): ScriptedCall => ({ id: `c${(made += 1)}`, name, arguments: given })));

export const generate = (more: object = {}): [string, object] => [
  'generateCode',
  { executionSpec: TOTAL_SPEC, ...more },
];
export const test = (code: string): [string, object] => ['testCode', { code, functionName: 'total' }];
export const check = (code: string): [string, object] => ['checkCode', { code, functionName: 'total' }];
export const analyze = (code: string, error: string): [string, object] => [
  'analyzeError',
  { code, error, errorType: 'runtime' },
];

export const analysis = (): ScriptedEntry =>
  reply({ analysis: 'The rows have a price and no cost.', suggestions: ['Use row.price.'] });

/** Fields of the record, in the order of the requirement. */
export const RECORD_FIELDS = [
  'generatedCode',
  'iterationCount',
  'isCodeValid',
  'codeIssues',
  'runtimeError',
  'executionResult',
];

/** A model that mends a runtime error, and answers the same to the same question. */
export function mendingModel({ messages }: ChatRequest): ScriptedEntry {
  const [system, user] = messages.map(({ content }) => content ?? '');
  if (system?.includes('You write one TypeScript module'))
    return coded(user?.includes('row.cost!') ? GOOD_CODE : FAILING_CODE);
  if (system?.includes('You analyse why')) return analysis();
  const script: readonly [string, object][][] = [
    [generate()],
    [check(FAILING_CODE), test(FAILING_CODE)],
    [analyze(FAILING_CODE, 'it fails')],
    [generate({ previousCode: FAILING_CODE })],
    [test(GOOD_CODE), check(GOOD_CODE)],
  ];
  const turns = messages.filter(({ role }) => role === 'assistant').length;
  const calls = script[turns];
  if (!calls) return reply('It works.');
  return callTools(
    calls.map(([name, given], index) => ({ id: `t${turns}-${index}`, name, arguments: given })),
  );
}
