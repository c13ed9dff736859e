import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatMessage } from '../model';

/**
 * The prompts and the variables that each takes; the compiler demands every one of them, and a test holds
 * the files to this list. A changed meaning is a new version beside the old one.
 */
export const PROMPTS = {
  'debugger.error.diagnosis.v1': [
    'request',
    'errorType',
    'failedCommand',
    'failures',
    'output',
    'projectStructure',
    'instructions',
    'documents',
    'recentChanges',
    'tried',
    'files',
    'variation',
  ],
  'code.generation.v2': ['projectStructure', 'instructions', 'impactedFiles', 'files', 'request'],
  'test.generation.v1': ['request', 'style', 'projectStructure', 'instructions', 'existingTests', 'files'],
  'chat.reply.v1': ['projectStructure', 'instructions', 'files', 'request'],
  'agent.react.v1': ['functionName', 'maxIterations', 'executionSpec', 'currentStep', 'data'],
  'agent.directory.v1': ['request', 'impactedFiles', 'checks', 'failing', 'instructions', 'projectStructure'],
  'agent.code.v1': [
    'functionName',
    'libraries',
    'executionSpec',
    'currentStep',
    'data',
    'previousCode',
    'issues',
  ],
  'agent.error.v1': ['errorType', 'error', 'data', 'code'],
  'goal.plan.v1': [
    'tools',
    'now',
    'roots',
    'folders',
    'learned',
    'conversation',
    'references',
    'steps',
    'failures',
    'problem',
    'request',
  ],
  'goal.rethink.v1': [
    'tools',
    'now',
    'roots',
    'learned',
    'references',
    'steps',
    'failures',
    'step',
    'request',
  ],
  'goal.check.v1': ['steps', 'results', 'change', 'request'],
  'session.turn.v1': [
    'mode',
    'triggers',
    'conversation',
    'rejections',
    'checks',
    'instructions',
    'projectStructure',
    'material',
    'request',
  ],
  'session.intent.v1': ['modes', 'mode', 'earlier', 'message'],
  'agent.rewrite.v1': ['aim', 'functionName', 'data', 'code'],
} as const;

export type PromptName = keyof typeof PROMPTS;
export type PromptVariables<N extends PromptName> = Record<(typeof PROMPTS)[N][number], string>;

/** A prompt file that cannot be used: missing, without its parts, or with other variables than declared. */
export class PromptError extends Error {
  override name = 'PromptError';
}

/** Both parts of a prompt. The system part has no variables, so providers can cache it as a prefix. */
export interface PromptTemplate {
  system: string;
  user: string;
}

const VARIABLE = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** Makes the messages of a prompt. Values are put in once: what looks like a variable in them stays. */
export function renderPrompt<N extends PromptName>(
  name: N,
  variables: PromptVariables<N>,
  folder = join(__dirname, 'prompts'),
): ChatMessage[] {
  const template = loadPrompt(name, folder);
  const values: Readonly<Record<string, string>> = variables;
  const user = template.user.replace(VARIABLE, (_, variable: string) => values[variable] ?? '');
  return [
    { role: 'system', content: template.system },
    { role: 'user', content: user },
  ];
}

/** Reads a prompt's file. Throws `PromptError` where its variables are not those of `PROMPTS`. */
export function loadPrompt(name: PromptName, folder = join(__dirname, 'prompts')): PromptTemplate {
  return parsePrompt(name, read(join(folder, `${name}.md`), name), PROMPTS[name]);
}

function read(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new PromptError(`The prompt ${name} is missing: there is no file ${path}.`, { cause: error });
  }
}

/** Splits a prompt file at its headings `# system` and `# user`, and holds it to its variables. */
export function parsePrompt(name: string, text: string, declared: readonly string[]): PromptTemplate {
  const parts = /^# system\n([\s\S]+?)\n# user\n([\s\S]+)$/.exec(text);
  const system = parts?.[1]?.trim();
  const user = parts?.[2]?.trim();
  if (!system || !user)
    throw new PromptError(`The prompt ${name} needs a part "# system" and a part "# user".`);
  if (variablesIn(system).length > 0) {
    throw new PromptError(
      `The prompt ${name} has a variable in its system part, which must stay the same for every call.`,
    );
  }
  const used = new Set(variablesIn(user));
  const missing = declared.filter((variable) => !used.has(variable));
  const unknown = [...used].filter((variable) => !declared.includes(variable));
  if (missing.length > 0) throw new PromptError(`The prompt ${name} does not use ${list(missing)}.`);
  if (unknown.length > 0)
    throw new PromptError(`The prompt ${name} has unknown variables: ${list(unknown)}.`);
  return { system, user };
}

function variablesIn(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap((match) => match[1] ?? []);
}

function list(variables: readonly string[]): string {
  return variables.map((variable) => `{{${variable}}}`).join(', ');
}
