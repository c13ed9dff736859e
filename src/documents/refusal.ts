import type { DocumentProblem } from './types';

/** A document that a reader can't give the text of; the message is the end of a sentence that begins with its name. */
export class Refusal extends Error {
  constructor(
    readonly reason: DocumentProblem['reason'],
    message: string,
  ) {
    super(message);
  }
}

export const TOO_LARGE =
  'takes more memory to read than a document may: read a part of it, or save it smaller';
