import type { Cues } from '../../cue';
import { ASKING } from './asking';
import { CHECKING } from './checking';
import { PLANNING } from './planning';
import { RUNNING } from './running';
import { WRITING } from './writing';

/** Cues of English, and of names that all languages write in English. */
export const ENGLISH: Cues = { ...ASKING, ...WRITING, ...CHECKING, ...PLANNING, ...RUNNING };
