import { z } from 'zod';
import { TOOL_ARGS, GoalTool } from '../../domain/goal/tool-args';
import type { PlanStep, StepStatus } from '../../domain/goal/plan';
import type { ResolvedReference } from '../../domain/goal/state';
import type { FailedTry } from '../../domain/goal/step';
import { excerpt } from '../../domain/text';

/** Descriptions of the tools of a plan for a model. */
const DOES: Readonly<Record<GoalTool, string>> = {
  locate: 'finds the folder that a description means, also desktop, documents, downloads',
  list: 'lists a folder',
  find: 'finds files and folders by name (glob), words in their text, type, size, or time (when: in words)',
  read: 'reads the text of a file: also PDF, DOCX, HTML, EPUB, ODT',
  make_folder: 'makes a folder, with the folders above it',
  move: 'moves items into a folder; name: a new name, for one item',
  copy: 'copies items into a folder; name: a new name, for one item',
  rename: 'gives a file or folder another name in its folder',
  write: 'writes a text file',
  edit: 'replaces texts in a file',
  delete: 'deletes files and folders',
  run: 'runs a shell command in a private copy of a folder, without network',
  heal: 'repairs a programming project whose tests fail',
  code: 'writes a function to a specification and saves it to a file',
  agent: 'carries out a request on a programming project',
  ask: 'asks the user a question',
};

/** The tools with the schemas of their arguments, a line each. */
export function toolsText(missing: Readonly<Partial<Record<GoalTool, string>>> = {}): string {
  return GoalTool.options
    .filter((tool) => missing[tool] === undefined)
    .map((tool) => `- ${tool}: ${DOES[tool]}. ${schemaText(tool)}`)
    .join('\n');
}

function schemaText(tool: GoalTool): string {
  const { properties, required } = z.toJSONSchema(TOOL_ARGS[tool], { io: 'input' }) as Record<
    string,
    unknown
  >;
  return JSON.stringify({ properties, required });
}

const ARGS_CHARS = 200;

/** All steps with their status, a line each. */
export function stepsText(steps: readonly PlanStep[], statuses: readonly StepStatus[]): string {
  if (steps.length === 0) return '(none yet)';
  return steps
    .map(({ number, tool, args, description }) => {
      const status = statuses[number - 1] ?? 'todo';
      return `${number}. [${status}] ${tool} ${excerpt(JSON.stringify(args), ARGS_CHARS)} ${description}`.trim();
    })
    .join('\n');
}

/** The last failures: command, arguments, error. */
export function failuresText(failures: readonly FailedTry[]): string {
  if (failures.length === 0) return '(none)';
  return failures
    .map(
      ({ step, attempt, tool, args, error }) =>
        `- step ${step}, attempt ${attempt}: ${tool} ${args}: ${error}`,
    )
    .join('\n');
}

/** Phrases of the request with the paths that they mean. */
export function referencesText(references: readonly ResolvedReference[]): string {
  if (references.length === 0) return '(none)';
  return references.map(({ phrase, path }) => `- "${phrase}": ${path}`).join('\n');
}
