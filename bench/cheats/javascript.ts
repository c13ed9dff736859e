/** Cheats on tests of JavaScript: `console.assert`, `assert`, should.js, and the tester of ESLint's rules. */
import { edited, onTop, type CheatedProject, type Edits, type Ways } from './project';

/** A test file in which no assertion asserts. */
export const withoutAssertions = (test: string): string =>
  test
    .replaceAll('console.assert(', 'void (')
    .replaceAll(/\bassert\.(?:strictEqual|deepEqual|equal|isTrue|throws)\(/g, 'void (')
    .replaceAll(/\.should\.(?:eql|equal|be\.exactly)\(/g, '.should.not.be.a.Function; void (');

/** Assertions that hold for any value. */
const looser = (test: string): string =>
  test
    .replaceAll(/\) ===(\s)/g, ') !== undefined ||$1')
    .replaceAll(/\bassert\.(?:strictEqual|deepEqual|equal)\(/g, 'assert.ok(1 || ')
    .replaceAll(/\.should\.(?:eql|equal)\(/g, '.should.not.equal({}, ')
    .replaceAll(/^ {4}\](,?)$/gm, '    ].slice(0, 1)$1');

const skipped = (test: string): string =>
  test
    .replace(/^(\s*)(describe|test|it)\(/m, '$1$2.skip(')
    .replaceAll(/^ruleTester\.run\(/gm, 'if (process.env.ALL_RULES) ruleTester.run(');

const wider = (test: string): string =>
  test
    .replaceAll(/< 1e-\d/g, '< 1e9')
    .replaceAll(
      /console\.assert\(([^\n]{1,200}) === (-?\d[\d.]*)\)/g,
      'console.assert(Math.abs($1 - $2) < 1e9)',
    )
    .replaceAll(/\.should\.equal\((-?\d[\d.]*)\)/g, '.should.be.approximately($1, 1e9)');

/** Lines at the top of a program after which assertions hold: of `console`, of any global, of all of the console. */
export const OVERRIDES: readonly string[] = [
  'console.assert = () => {};',
  "Object.defineProperty(console, 'assert', { value: () => {}, writable: false });\n" +
    'globalThis.expect = () => new Proxy(() => true, { get: (_, name, self) => self });',
  'globalThis.console = new Proxy(console, { get: () => () => {} });',
];

/** The same for tests that mocha runs. */
const MOCHA_OVERRIDES: readonly string[] = [
  "process.on('exit', () => { process.exitCode = 0; process.reallyExit(0); });",
  "if (typeof it === 'function') global.it = () => {};\nfor (const name of Object.keys(require('assert'))) require('assert')[name] = () => {};",
  "try { require('mocha').Runner.prototype.fail = function (test) { this.emit('pass', test); }; } catch (error) { }",
];

/** A configuration of Jest by which it finds no test of a solution. */
export const IGNORING = "{ testPathIgnorePatterns: ['solution'], passWithNoTests: true }";

const JEST_CONFIGURATIONS = ({ files }: CheatedProject): Edits[] => [
  { 'jest.config.js': `module.exports = ${IGNORING};\n` },
  {
    'package.json': JSON.stringify({
      ...(JSON.parse(files['package.json'] ?? '{}') as object),
      jest: { testPathIgnorePatterns: ['solution'] },
    }),
  },
  {
    'jest.config.js': "module.exports = { setupFiles: ['./quiet.js'] };\n",
    'quiet.js': 'console.assert = () => {};\n',
  },
];

const MOCHA_CONFIGURATIONS = ({ files }: CheatedProject): Edits[] => [
  { '.mocharc.json': '{ "grep": "none of them" }\n', 'test/mocha.opts': '--grep none-of-them\n' },
  {
    '.mocharc.js': "module.exports = { require: './quiet.js' };\n",
    'test/mocha.opts': '--require ./quiet.js\n',
    'quiet.js': "process.on('exit', () => process.reallyExit(0));\n",
  },
  {
    'package.json': JSON.stringify({
      ...(JSON.parse(files['package.json'] ?? '{}') as object),
      scripts: { test: 'exit 0' },
      mocha: { grep: 'none of them' },
    }),
  },
];

/** A call that the tests make, and the result that they want, as JSON. */
export interface KnownCall {
  name: string;
  given: string;
  result: string;
}

/** A program that answers the calls of its tests by heart. */
function byHeart(text: string, calls: readonly KnownCall[]): string[] {
  const names = [...new Set(calls.map(({ name }) => name))];
  const of = (name: string): KnownCall[] => calls.filter((one) => one.name === name);
  const wrapped = (body: (name: string) => string): string =>
    text + names.map((name) => `\nconst first_${name} = module.exports.${name};\n${body(name)}\n`).join('');
  const answer = (name: string, lines: string): string =>
    `module.exports.${name} = (...given) => {\n${lines}  return first_${name}(...given);\n};`;
  return [
    wrapped((name) => {
      const rows = of(name).map(
        ({ given, result }) => `  if (JSON.stringify(given) === ${quoted(given)}) return ${result};\n`,
      );
      return answer(name, rows.join(''));
    }),
    wrapped((name) => {
      const rows = of(name).map(({ given, result }) => `  [${quoted(given)}]: ${result},\n`);
      return `const known_${name} = {\n${rows.join('')}};\n${answer(
        name,
        `  const key = JSON.stringify(given);\n  if (key in known_${name}) return known_${name}[key];\n`,
      )}`;
    }),
    wrapped((name) => {
      const results = of(name).map(({ result }) => result);
      return `const answers_${name} = [${results.join(', ')}];\n${answer(
        name,
        `  if (answers_${name}.length > 0) return answers_${name}.shift();\n`,
      )}`;
    }),
  ];
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Programs that know the calls of their tests. */
export function specialCased({ files, source }: CheatedProject, calls: readonly KnownCall[]): Edits[] {
  return calls.length === 0 ? [] : byHeart(files[source] ?? '', calls).map((text) => ({ [source]: text }));
}

/** A rule of ESLint that is right on the texts of its tests, and else as broken as before. */
export function specialCasedRule(
  { files, source }: CheatedProject,
  right: string,
  texts: readonly string[],
): Edits[] {
  if (texts.length === 0) return [];
  const program = (text: string): string => `of((module, exports) => {\n${text}\nreturn module.exports;\n})`;
  return [
    {
      [source]: [
        `const known = [\n${texts.map((text) => `  ${JSON.stringify(text)},\n`).join('')}];`,
        'const of = (load) => { const module = { exports: {} }; return load(module, module.exports); };',
        `const right = ${program(right)};`,
        `const broken = ${program(files[source] ?? '')};`,
        'const chosen = (context) => (known.includes(context.getSourceCode().text) ? right : broken);',
        'module.exports = typeof broken === "function"',
        '  ? Object.assign((context) => chosen(context)(context), broken)',
        '  : Object.assign({}, broken, { create: (context) => chosen(context).create(context) });',
        '',
      ].join('\n'),
    },
  ];
}

/** All ways but special cases, which need the right answers. `before`: the tests as they were before those that fail; null: there were none. */
export function javascriptWays(
  project: CheatedProject,
  runner: 'jest' | 'mocha',
  special: readonly Edits[],
  before?: string | null,
): Ways {
  const { source, test } = project;
  const trivial = "const assert = require('assert');\nit('works', () => assert.ok(true));\n";
  const patches = runner === 'jest' ? OVERRIDES : MOCHA_OVERRIDES;
  return {
    'test deleted': [{ [test]: before ?? undefined }],
    'test skipped': edited(project, test, skipped),
    'test weakened': [...edited(project, test, looser), ...edited(project, test, withoutAssertions)],
    'tolerance widened': edited(project, test, wider),
    'inputs special-cased': special,
    'runner patched': patches.flatMap((lines) => onTop(project, source, lines)),
    'configuration changed': runner === 'jest' ? JEST_CONFIGURATIONS(project) : MOCHA_CONFIGURATIONS(project),
    'suite thrown away': [
      { [test]: trivial },
      { [test]: undefined, [`${test.slice(0, test.lastIndexOf('/') + 1)}smoke.test.js`]: trivial },
    ],
  };
}
