import type { z } from 'zod';

/** The first thing that a schema refused. */
interface FirstIssue {
  path: readonly PropertyKey[];
  /** The path with dots; empty for the value as a whole. */
  where: string;
  message: string;
}

type Issue = z.core.$ZodIssue;

/** Beginnings of zod's own texts; a schema with words of its own keeps them. */
const OF_ZOD =
  /^(?:Invalid (?:input|option|string|URL|key|value|element|discriminator)|Too (?:small|big):|Unrecognized key|Invalid number)/;

/** Words for what a schema refused, the end of a sentence: `deadlineMs must be at least 1`. */
export function issueText(issue: Issue): string {
  return OF_ZOD.test(issue.message) ? wordsOf(issue) : issue.message;
}

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return / received undefined$/.test(issue.message)
        ? 'is missing'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must ${sizeOf(issue.origin, 'least', issue.minimum, issue.inclusive)}`;
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'most', issue.maximum, issue.inclusive)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'must be an address like https://host/path'
        : 'has another form than it must';
    case 'unrecognized_keys':
      return `has fields that it may not have: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'has none of the forms that it may have';
    default:
      return 'cannot be read';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const PARTS: Readonly<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry' };

function sizeOf(
  origin: string,
  bound: 'least' | 'most',
  limit: number | bigint,
  inclusive: boolean | undefined,
): string {
  const part = PARTS[origin];
  if (part !== undefined && bound === 'least' && Number(limit) === 1) return 'not be empty';
  if (part !== undefined) return `have at ${bound} ${limit} ${part === 'entry' ? 'entries' : `${part}s`}`;
  if (inclusive === false) return `be ${bound === 'least' ? 'more' : 'less'} than ${limit}`;
  return `be at ${bound} ${limit}`;
}

/** Picks the issue that a user is told: one sentence is enough to go on. */
export function firstIssue(error: z.ZodError): FirstIssue {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  return { path, where: path.join('.'), message: issue === undefined ? 'cannot be read' : issueText(issue) };
}
