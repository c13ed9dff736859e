import type { z } from 'zod';
import { issueText } from './issue-words';

/** The first thing that a schema refused. */
export interface FirstIssue {
  path: readonly PropertyKey[];
  /** The path with dots; empty for the value as a whole. */
  where: string;
  message: string;
}

/** Picks the issue that a user is told: one sentence is enough to go on. */
export function firstIssue(error: z.ZodError): FirstIssue {
  const issue = error.issues[0];
  const path = issue?.path ?? [];
  return { path, where: path.join('.'), message: issue === undefined ? 'cannot be read' : issueText(issue) };
}
