import type { PlacedMutation } from './mutation';
import type { TemplateName } from './priors';

/** Factors by template: what a failure says makes some kinds of edits likelier than others. */
export type Clues = Readonly<Partial<Record<TemplateName, number>>>;

/** The words of one failure. */
export interface FailureSaid {
  errorName: string;
  message: string;
  expected?: string;
  received?: string;
}

const LIKELIER = 1.3;

/** Signs in errors, and the kinds of edits that they speak for. */
const SIGNS: readonly { sign: RegExp; templates: readonly TemplateName[] }[] = [
  {
    sign: /index out of (?:range|bounds)|IndexError|StringIndexOutOfBounds|ArrayIndexOutOfBounds|slice bounds|out of range/i,
    templates: ['offset', 'range', 'relational', 'number', 'guard'],
  },
  {
    sign: /NoneType|nil pointer|nil map|null|undefined|AttributeError|NullPointer|Option::unwrap/i,
    templates: ['guard', 'optional', 'presence', 'default', 'return-value', 'missing-return', 'negate'],
  },
  {
    sign: /KeyError|no such key|unknown (?:key|field)/i,
    templates: ['string', 'default', 'guard', 'member'],
  },
  {
    sign: /division by zero|divide by zero|ZeroDivision/i,
    templates: ['guard', 'default', 'relational', 'arithmetic'],
  },
  { sign: /overflow/i, templates: ['method', 'arithmetic', 'guard', 'relational'] },
  {
    sign: /did not (?:raise|throw)|DID NOT RAISE|Missing expected|expected .{0,40}(?:throw|error)|want(?:ed)? (?:an )?error|unwrap_err|\.is_err\(\)|(?:left|right): Err\(/i,
    templates: ['error', 'relational', 'guard', 'negate', 'logical', 'equality'],
  },
  {
    sign: /timed? ?out|deadlock|recursion|stack overflow/i,
    templates: ['loop-stride', 'increment', 'relational', 'jump', 'offset'],
  },
];

/** Kinds of edits that failures speak for. */
export function cluesOf(failures: readonly FailureSaid[]): Clues {
  const factors: Partial<Record<TemplateName, number>> = {};
  const raise = (templates: readonly TemplateName[]): void => {
    for (const template of templates) factors[template] = LIKELIER;
  };
  for (const { errorName, message, expected = '', received = '' } of failures.slice(0, 5)) {
    const said = `${errorName} ${message.slice(0, 500)}`;
    for (const { sign, templates } of SIGNS) if (sign.test(said)) raise(templates);
    raise(byValues(expected.trim(), received.trim()));
  }
  return factors;
}

function byValues(expected: string, received: string): readonly TemplateName[] {
  if (expected === '' || received === '' || expected === received) return [];
  const [wanted, got] = [Number(expected), Number(received)];
  if (Number.isFinite(wanted) && Number.isFinite(got)) {
    if (Math.abs(wanted - got) === 1) return ['offset', 'relational', 'number', 'range', 'method'];
    return ['arithmetic', 'number', 'identifier', 'assignment'];
  }
  if (/^(?:true|false)$/i.test(expected)) return ['relational', 'negate', 'logical', 'equality', 'boolean'];
  if (/^(?:none|null|nil|undefined)$/i.test(expected)) return ['guard', 'return-value'];
  if (expected.toLowerCase() === received.toLowerCase()) return ['method', 'append', 'unwrap', 'string'];
  if (expected.replaceAll(/\s/g, '') === received.replaceAll(/\s/g, ''))
    return ['append', 'string', 'method'];
  if ([...expected].sort().join('') === [...received].sort().join(''))
    return ['sort-compare', 'argument-swap', 'operand-swap', 'method'];
  return [];
}

/** Mutations with their weights by the clues. */
export function applyClues<One extends PlacedMutation>(mutations: readonly One[], clues: Clues): One[] {
  return mutations.map((one) => {
    const factor = clues[one.template];
    return factor === undefined ? one : { ...one, weight: one.weight * factor };
  });
}
