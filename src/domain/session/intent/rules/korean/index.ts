import type { Cues } from '../../cue';
import { ASKING } from './asking';
import { CHECKING } from './checking';
import { PLANNING } from './planning';
import { RUNNING } from './running';
import { WRITING } from './writing';

/** Cues of Korean: stems, because endings vary with politeness. */
export const KOREAN: Cues = { ...ASKING, ...WRITING, ...CHECKING, ...PLANNING, ...RUNNING };
