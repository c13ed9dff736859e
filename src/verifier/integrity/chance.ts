import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { lineOf, parseFile, unlessTooDeep } from '../../codebase';

/** A place where a program gets something that may differ from run to run. */
export interface ChanceUse {
  line: number;
  /** As people know it: `Math.random`. */
  what: string;
}

/** Globals by which a program comes to chance, time, the machine, or to any other global. */
const GLOBALS = new Set([
  ...['Date', 'Temporal', 'Intl', 'performance', 'crypto', 'eval', 'Function', 'Reflect', 'Deno', 'Bun'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'requestAnimationFrame', 'requestIdleCallback'],
  ...['WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer', 'Worker', 'fetch', 'WebSocket'],
  ...['globalThis', 'global', 'self', 'window'],
]);
/** Of these only the members named make a difference; the object as a whole may be any of them. */
const MEMBERS = new Map<string, RegExp>([
  ['Math', /^random$/],
  ['process', /^(hrtime|uptime|pid|ppid|memoryUsage|cpuUsage|resourceUsage|binding|nextTick|getuid)$/],
]);
const MODULES =
  /^(?:node:)?(?:crypto|os|perf_hooks|timers(?:\/promises)?|worker_threads|child_process|cluster|dgram|dns|net|https?|v8|vm|module|process|fs(?:\/promises)?)$/;
/** Members of packages and helpers that say by their name what they give. */
const TELLING = /random|shuffle|nanoid|^sample|^u+id|^now$|hrtime|^dice|coin/i;
const PACKAGES = /uuid|ulid|cuid|nanoid|random|chance|faker|dayjs|moment|luxon|date-fns|shuffle/i;

/** Uses of chance and time in a source, and of all that may lead there: too many rather than too few. */
export function chanceUses(path: string, text: string): ChanceUse[] | undefined {
  return unlessTooDeep(() => {
    const file = parseFile(path, text);
    if (!file) return undefined;
    const found: ChanceUse[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      const what = chanceAt(node);
      if (what !== undefined) found.push({ line: lineOf(file, node.getStart()), what });
      ts.forEachChild(node, visit);
    };
    visit(file.source);
    return found;
  });
}

/** True where the text of a module may come to chance or time by any way at all; comments count. */
export function mayUseChance(text: string): boolean {
  return ANYWHERE.test(text);
}

const ANYWHERE =
  /\bMath\s*(?:\?\.)?\[|\brandom|\bDate\b|\bperformance\b|\bcrypto\b|\bset(?:Timeout|Interval|Immediate)\b|\bhrtime\b|\beval\b|\bFunction\s*\(|\bglobalThis\b|\bIntl\b|\bprocess\s*(?:\?\.)?\[|\b(?:uuid|nanoid|faker|dayjs|moment|luxon)\b|['"](?:node:)?(?:os|fs|perf_hooks|timers|worker_threads)(?:\/promises)?['"]/;

function chanceAt(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return ofIdentifier(node);
  if (ts.isPropertyAccessExpression(node)) return ofMember(node);
  if (ts.isStringLiteralLike(node)) return ofModule(node);
  if (ts.isCallExpression(node) && isComputedLoad(node)) return 'a module by a computed name';
  // `(function () { return this; })()` is the global.
  if (node.kind === ts.SyntaxKind.ThisKeyword && ts.isReturnStatement(node.parent)) return 'this';
  return undefined;
}

function ofIdentifier(node: ts.Identifier): string | undefined {
  if (!isReference(node)) return undefined;
  const { text } = node;
  if (GLOBALS.has(text)) return isTypeTest(node) ? undefined : text;
  const members = MEMBERS.get(text);
  if (members) {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node)
      return members.test(parent.name.text) ? `${text}.${parent.name.text}` : undefined;
    const literal =
      ts.isElementAccessExpression(parent) &&
      parent.expression === node &&
      ts.isStringLiteralLike(parent.argumentExpression);
    if (literal && !members.test(parent.argumentExpression.text)) return undefined;
    return `${text}[…]`;
  }
  return TELLING.test(text) && ts.isCallExpression(node.parent) && node.parent.expression === node
    ? text
    : undefined;
}

function ofMember({ expression, name, parent }: ts.PropertyAccessExpression): string | undefined {
  if (ts.isIdentifier(expression) && (MEMBERS.has(expression.text) || GLOBALS.has(expression.text)))
    return undefined;
  if (TELLING.test(name.text)) return name.text;
  // `[].constructor.constructor('…')()` runs any code.
  const reaches =
    ts.isCallExpression(parent) ||
    (ts.isPropertyAccessExpression(parent) && parent.name.text === 'constructor');
  return name.text === 'constructor' && reaches ? 'constructor' : undefined;
}

function ofModule(node: ts.StringLiteralLike): string | undefined {
  const { parent, text } = node;
  const loaded =
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isExternalModuleReference(parent) ||
    (ts.isCallExpression(parent) && isLoad(parent));
  if (!loaded || text.startsWith('.')) return undefined;
  if (MODULES.test(text)) return text;
  return !isBuiltin(text) && PACKAGES.test(text) ? text : undefined;
}

function isLoad({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && expression.text === 'require')
  );
}

function isComputedLoad(call: ts.CallExpression): boolean {
  const [given] = call.arguments;
  return isLoad(call) && given !== undefined && !ts.isStringLiteralLike(given);
}

/** True for a name used as a value: no key, no member, no declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return false;
  const declared = parent as ts.Node & { name?: ts.Node };
  return declared.name !== node;
}

/** `x instanceof Date` and `typeof fetch` ask for no time. */
function isTypeTest(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeOfExpression(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    parent.right === node &&
    parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword
  );
}

/** Chance and time in sources of other languages, by the words for them. */
const FOREIGN =
  /\b\w*(?:rand(?:om|int|range|brw)?|urandom|shuffle|uuid\w*|time|clock|now|today|date|getpid|pid|nanos\w*|monotonic|hash|environ|getenv|os\.|sys\.)\b/gi;

/** Words for chance and time in a source that is not JavaScript. */
export function foreignUses(text: string): ChanceUse[] {
  return text
    .split('\n')
    .flatMap((line, at) => [...line.matchAll(FOREIGN)].map(([what]) => ({ line: at + 1, what })));
}

const ANY_CHANCE = /\b_?(?:u?rand(?!\w)|rand(?:om|int|range|brw)|shuffle|uuid)/i;
/** Containers whose order differs from run to run, and work side by side, by the end of a file's name. */
const UNORDERED: Readonly<Record<string, RegExp>> = {
  rs: /\bHash(?:Map|Set)\b|\bthread\b/,
  go: /\bmap\[|\bgo\s+\w|\bselect\s*\{/,
  py: /\b(?:frozen)?set\(|\{\s{0,200}[^{}:,\s][^{}:,\n]{0,200}(?:,|\s{1,40}for\b)|\bthreading\b/,
  swift: /\bSet\b|\[\w+\s*:/,
  pl: /\bkeys\b|\beach\b|\bvalues\b/,
  lua: /\bpairs\(/,
};

/** True where a source that is not JavaScript gets an order or a number that may differ from run to run. */
export function mayUseForeignChance(path: string, text: string): boolean {
  return ANY_CHANCE.test(text) || (UNORDERED[path.slice(path.lastIndexOf('.') + 1)]?.test(text) ?? false);
}
