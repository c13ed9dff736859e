import type { Linter } from 'eslint';
import { transform } from 'sucrase';
import type { Finding as FileFinding, Severity } from '../../domain/session/findings';
import { loadLinter } from './lint';
import { securityFindings } from './security';

const SCRIPT = /\.[cm]?[jt]sx?$/;
const TYPED = /\.[cm]?tsx?$/;
const MOST_CHARS = 200_000;

/** Rules of ESLint that hold for any project, with what a violation is. */
const LINT_RULES: Readonly<Record<string, Severity>> = {
  'no-const-assign': 'error',
  'no-dupe-keys': 'error',
  'no-dupe-args': 'error',
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-self-compare': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-negation': 'error',
  'no-compare-neg-zero': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
  'no-unreachable': 'warning',
  'no-self-assign': 'warning',
  'no-constant-condition': 'warning',
  'no-cond-assign': 'warning',
  'no-fallthrough': 'warning',
  'no-debugger': 'warning',
  'no-empty': 'warning',
  'no-async-promise-executor': 'warning',
  'no-unused-vars': 'warning',
};

/** Rules of the security check that matter in a project; that code reads files or asks the network is no defect of it. */
const SECURITY: Readonly<Record<string, Severity>> = {
  secret: 'error',
  eval: 'warning',
  'function-constructor': 'warning',
  'timer-text': 'warning',
  'prototype-write': 'warning',
  'slow-pattern': 'warning',
  'endless-loop': 'warning',
  'command-injection': 'error',
  'sql-injection': 'error',
};

/** Prototypes that are not one's own. */
const OTHERS =
  /__proto__|\b(?:Object|Array|String|Number|Boolean|Function|Promise|Map|Set|Date|RegExp|Error)\.prototype\b/;

/** True for a file that the static rules read: TypeScript or JavaScript. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}

/** Findings of the static rules in a file of TypeScript or JavaScript; none in what can't be parsed. */
export async function fileFindings(path: string, text: string): Promise<FileFinding[]> {
  if (!isScript(path) || text.length > MOST_CHARS) return [];
  const lines = text.split('\n');
  const dangers = (securityFindings(text, path) ?? []).flatMap(({ rule, line, reason }): FileFinding[] => {
    const severity = SECURITY[rule];
    // A class of one's own is often written by its prototype.
    if (rule === 'prototype-write' && !OTHERS.test(lines[line - 1] ?? '')) return [];
    return severity ? [{ severity, path, line, rule, message: reason }] : [];
  });
  return [...(await lintFindings(path, text)), ...dangers];
}

async function lintFindings(path: string, text: string): Promise<FileFinding[]> {
  const engine = await loadLinter();
  let messages;
  try {
    messages = engine.verify(scriptOf(path, text), CONFIG[path.endsWith('.cjs') ? 'commonjs' : 'module'], {
      filename: 'file.js',
    });
  } catch {
    // One parser takes forms that the other does not; the diagnostics tell errors of syntax.
    return [];
  }
  return messages.flatMap(({ ruleId, line, message }): FileFinding[] => {
    const severity = LINT_RULES[ruleId ?? ''];
    if (!severity || ruleId === null || (ruleId === 'no-unused-vars' && isTypeUse(path, text, message)))
      return [];
    return [{ severity, path, line, rule: ruleId, message }];
  });
}

/** True if a name that code does not use may be used by a type, which the linter does not see. */
function isTypeUse(path: string, text: string, message: string): boolean {
  const name = /^'([^']{1,200})'/.exec(message)?.[1] ?? '';
  return TYPED.test(path) && text.split(name).length > 2;
}

/** The text without its types. They are taken out in place, so lines stay what they are. */
function scriptOf(path: string, text: string): string {
  const transforms: ('typescript' | 'jsx')[] = [];
  if (TYPED.test(path)) transforms.push('typescript');
  if (/\.[cm]?[jt]sx$/.test(path)) transforms.push('jsx');
  if (transforms.length === 0) return text;
  return transform(text, {
    transforms,
    jsxRuntime: 'preserve',
    disableESTransforms: true,
    keepUnusedImports: true,
  }).code;
}

function configFor(sourceType: 'module' | 'commonjs'): Linter.Config {
  return {
    files: ['**/*.js'],
    languageOptions: {
      ecmaVersion: 'latest',
      sourceType,
      parserOptions: { ecmaFeatures: { jsx: true } },
    },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      ...Object.fromEntries(Object.keys(LINT_RULES).map((rule) => [rule, 'error' as const])),
      'no-constant-condition': ['error', { checkLoops: 'none' }],
      'no-empty': ['error', { allowEmptyCatch: true }],
      'no-unused-vars': [
        'error',
        { args: 'none', caughtErrors: 'none', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  };
}

const CONFIG = { module: configFor('module'), commonjs: configFor('commonjs') };
