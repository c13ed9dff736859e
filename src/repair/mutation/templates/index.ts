import type { Template } from '../site';
import { absences, awaits, offsets } from './access';
import { calls } from './calls';
import { conditions } from './conditions';
import { donorExpressions } from './donor';
import { defaults } from './defaults';
import { exchanges } from './exchange';
import { flow, loops } from './flow';
import { guards, returns } from './guards';
import { insertions } from './insertions';
import { literals, regexes } from './literals';
import { names } from './names';
import { operators } from './operators';
import { presences } from './presence';
import { statements } from './statements';
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
