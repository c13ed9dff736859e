import { createRequire } from 'node:module';
import { openClassifier } from '../../src/coder/session';
import type { AgentMode } from '../../src/domain/session/modes';
import { ARTEFACTS } from '../../src/machine/paths';

/** The classifier with the weights of the build. */
export const classify = openClassifier(ARTEFACTS.intent);

/** A labelled text. */
export interface Labelled {
  text: string;
  mode: AgentMode;
  isQuestion?: boolean;
}

/** All labelled texts of a project's folder, and those of them that training holds out. */
export const { readTexts, heldOutOf } = createRequire(__filename)('../../scripts/lib/intent-texts.cjs') as {
  readTexts(root: string): Labelled[];
  heldOutOf(root: string): Labelled[];
};
