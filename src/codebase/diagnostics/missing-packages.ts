import type { Problem } from './protocol';

/** Globals of Node.js and of test runners, which packages of types declare. */
const GLOBALS: ReadonlySet<string> = new Set([
  ...['describe', 'it', 'test', 'expect', 'jest', 'vi', 'suite', 'assert', 'sinon', 'chai', 'cy', 'context'],
  ...['beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'before', 'after', 'xit', 'xdescribe', 'fit'],
  ...['process', 'Buffer', 'require', 'module', 'exports', 'global', 'NodeJS', 'JSX', 'React', 'Bun', 'Deno'],
  ...['__dirname', '__filename', 'setImmediate', 'clearImmediate', 'Express', '$', 'jQuery'],
]);

/** A name that is not known: 2580 to 2593 are names for which TypeScript itself says which package declares them. */
const NAMES: ReadonlySet<string> = new Set(['TS2304', 'TS2503', 'TS2552', 'TS2708', 'TS2686']);
const DECLARED_BY_PACKAGES = /^TS(?:258[0-2]|2591|2592|2593|2688|2875|7026)$/;
const MODULES: ReadonlySet<string> = new Set(['TS2307', 'TS2792', 'TS7016', 'TS2882']);
/** Errors that follow where the type of something imported is not known. */
const CONSEQUENCES: ReadonlySet<string> = new Set([
  'TS7005',
  'TS7006',
  'TS7031',
  'TS7034',
  'TS2347',
  'TS7053',
]);

/** Problems without those that come of packages which are not on this machine, whatever the code says. */
export function withoutPackages(problems: readonly Problem[]): Problem[] {
  const missing = problems.filter(isOfPackages);
  const imports = missing.some(({ code = '' }) => MODULES.has(code) || DECLARED_BY_PACKAGES.test(code));
  return problems.filter(
    (problem) => !missing.includes(problem) && !(imports && CONSEQUENCES.has(problem.code ?? '')),
  );
}

function isOfPackages({ code = '', message }: Problem): boolean {
  if (DECLARED_BY_PACKAGES.test(code)) return true;
  const named = /'([^']{1,300})'/.exec(message)?.[1] ?? '';
  if (MODULES.has(code)) return !/^[./]/.test(named);
  return NAMES.has(code) && GLOBALS.has(named);
}
