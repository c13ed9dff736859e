import type { Template } from '../site';
import { absences, awaits, offsets } from './access';
import { calls, spreads, wraps } from './calls';
import { conditions } from './conditions';
import { donorExpressions } from './donor';
import { exchanges } from './exchange';
import { guards, returns } from './guards';
import { literals } from './literals';
import { names } from './names';
import { operators } from './operators';
import { loops, statements } from './statements';

/** Every template. Their order does not matter: mutations are ranked by their scores. */
export const TEMPLATES: readonly Template[] = [
  operators,
  literals,
  names,
  conditions,
  calls,
  wraps,
  spreads,
  offsets,
  absences,
  awaits,
  donorExpressions,
  exchanges,
  statements,
  loops,
  guards,
  returns,
];
