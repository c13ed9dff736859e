import type { Cues } from '../../cue';
import { ASKING } from './asking';
import { CHECKING } from './checking';
import { PLANNING } from './planning';
import { RUNNING } from './running';
import { WRITING } from './writing';

/** Cues of Chinese. */
export const CHINESE: Cues = { ...ASKING, ...WRITING, ...CHECKING, ...PLANNING, ...RUNNING };
