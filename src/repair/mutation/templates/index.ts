import type { Template } from '../site';
import { absences, awaits, offsets } from './access';
import { calls } from './calls';
import { conditions } from './conditions';
import { donorExpressions, names } from './names';
import { defaults } from './defaults';
import { exchanges } from './exchange';
import { flow, loops } from './flow';
import { guards, returns } from './guards';
import { insertions, statements } from './statements';
import { literals, regexes } from './literals';
import { operators } from './operators';
import { presences } from './presence';
import { spreads, wraps } from './wraps';

/** Every template. Their order does not matter: mutations are ranked by their scores. */
export const TEMPLATES: readonly Template[] = [
  operators,
  literals,
  names,
  defaults,
  conditions,
  calls,
  wraps,
  spreads,
  offsets,
  absences,
  presences,
  regexes,
  awaits,
  donorExpressions,
  exchanges,
  statements,
  flow,
  insertions,
  loops,
  guards,
  returns,
];
