import type { DocumentProblem } from './types';

/** A document that a reader can't give the text of. */
export class Refusal extends Error {
  constructor(readonly reason: DocumentProblem['reason']) {
    super(reason);
  }
}
