import type { Linter, Rule } from 'eslint';
import { transform } from 'sucrase';

/** Globals of generated code besides those of the language. */
const GLOBALS = [
  'console',
  'structuredClone',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
];

let linter: Promise<Linter> | undefined;

/** ESLint takes a fifth of a second to load, so only a worker that checks code loads it. */
export function loadLinter(): Promise<Linter> {
  linter ??= import('eslint/universal').then(({ Linter: Loaded }) => new Loaded());
  return linter;
}

/** Issues that ESLint finds in code whose syntax is right: names, paths, mistakes. Each has its line. */
export async function lint(code: string, functionName: string): Promise<string[]> {
  const engine = await loadLinter();
  let messages;
  try {
    messages = engine.verify(withoutTypes(code), configFor(functionName), {
      filename: 'main.js',
      allowInlineConfig: false,
    });
  } catch {
    // Forms that the one parser takes and the other does not: code that can't be checked is an issue of the code.
    return ['The code could not be checked: write it in simpler forms.'];
  }
  const issues = messages.map(({ line, message }) => `line ${line}: ${message.replace(/\.$/, '')}.`);
  return [...new Set(issues)];
}

/** The code without its types. They are taken out in place, so lines stay what they are. */
function withoutTypes(code: string): string {
  return transform(code, {
    transforms: ['typescript'],
    disableESTransforms: true,
    keepUnusedImports: true,
  }).code;
}

function configFor(functionName: string): Linter.Config {
  const own = { rules: { 'returns-on-all-paths': returnsOnAllPaths as Rule.RuleModule } };
  return {
    files: ['**/*.js'],
    plugins: { own },
    languageOptions: {
      ecmaVersion: 'latest',
      sourceType: 'module',
      globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly' as const])),
    },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'own/returns-on-all-paths': ['error', functionName],
      'no-undef': 'error',
      'no-unused-vars': [
        'error',
        {
          varsIgnorePattern: `^(?:_.*|${escaped(functionName)})$`,
          argsIgnorePattern: '^_',
          caughtErrors: 'none',
        },
      ],
      'no-unreachable': 'error',
      'no-const-assign': 'error',
      'no-dupe-keys': 'error',
      'no-self-assign': 'error',
      'no-constant-condition': ['error', { checkLoops: 'none' }],
      'use-isnan': 'error',
      'valid-typeof': 'error',
      'no-unsafe-finally': 'error',
    },
  };
}

function escaped(name: string): string {
  return name.replaceAll('$', String.raw`\$`);
}

/** One function that is walked: the paths that are open in it, and whether it returns a value. */
interface Walked {
  upper: Walked | undefined;
  open: Set<Rule.CodePathSegment>;
  returns: boolean;
}

interface NamedNode {
  type: string;
  id?: { name?: string } | null;
  parent?: NamedNode;
  body?: { type: string };
}

/** ESLint rule: the function of a name (its option) returns a value on every path. */
const returnsOnAllPaths = {
  meta: { type: 'problem', schema: [{ type: 'string' }] },
  create(context: Rule.RuleContext): Rule.RuleListener {
    const [name] = context.options as string[];
    let walked: Walked | undefined;
    const add = (segment: Rule.CodePathSegment) => walked?.open.add(segment);
    const remove = (segment: Rule.CodePathSegment) => walked?.open.delete(segment);
    const leave = (node: Rule.Node) => {
      const named = node as unknown as NamedNode;
      if (nameOf(named) !== name || !walked || named.body?.type !== 'BlockStatement') return;
      if (!walked.returns) context.report({ node, message: `${name} returns nothing.` });
      else if ([...walked.open].some(({ reachable }) => reachable))
        context.report({ node, message: `${name} does not return a value on all paths.` });
    };
    return {
      onCodePathStart: () => {
        walked = { upper: walked, open: new Set(), returns: false };
      },
      onCodePathEnd: () => {
        walked = walked?.upper;
      },
      onCodePathSegmentStart: add,
      onCodePathSegmentEnd: remove,
      onUnreachableCodePathSegmentStart: add,
      onUnreachableCodePathSegmentEnd: remove,
      ReturnStatement: (node) => {
        if (walked && node.argument) walked.returns = true;
      },
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};

function nameOf({ id, parent }: NamedNode): string | undefined {
  return id?.name ?? (parent?.type === 'VariableDeclarator' ? parent.id?.name : undefined);
}
