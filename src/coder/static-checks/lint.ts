import type { Linter, Rule } from 'eslint';
import { transform } from 'sucrase';
import { returnsOnAllPaths } from './returns-rule';

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
