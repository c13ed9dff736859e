import { type AST, RegExpParser } from '@eslint-community/regexpp';

export interface Pattern {
  source: string;
  flags: string;
}

const parser = new RegExpParser();
/** Repetitions from which the time of a pattern is felt. */
const MANY = 10;

/** Reason why a pattern may take exponential time on some text; undefined where none is seen, or it is no pattern. */
export function backtracking({ source, flags }: Pattern): string | undefined {
  let tree: AST.Pattern;
  try {
    tree = parser.parsePattern(source, 0, source.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    });
  } catch {
    return undefined;
  }
  return tree.alternatives.some((one) => isSlow(one))
    ? `The pattern /${source.slice(0, 40)}/ repeats a repetition that matches the same text in many ways: it can take exponential time.`
    : undefined;
}

function isSlow(node: AST.Alternative): boolean {
  return node.elements.some((element) => {
    if (element.type === 'Quantifier') {
      return (isMany(element) && isAmbiguous(element.element)) || isSlowElement(element.element);
    }
    return isSlowElement(element);
  });
}

function isSlowElement(element: AST.Element | AST.QuantifiableElement): boolean {
  return 'alternatives' in element && element.alternatives.some(isSlow);
}

const isMany = ({ max }: AST.Quantifier): boolean => max > MANY;

/** True if what is repeated matches a text in several ways: it ends or begins in a repetition of the same, or its alternatives overlap. */
function isAmbiguous(element: AST.QuantifiableElement): boolean {
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return false;
  const { alternatives } = element;
  return (
    alternatives.some(repeatsItself) ||
    alternatives.some((one, index) => overlaps(one, alternatives.slice(index + 1)))
  );
}

/** (a+)+, (a*b?)*, (x+x*)+: a repetition whose neighbour in the next round may be the same text. */
function repeatsItself({ elements }: AST.Alternative): boolean {
  return elements.some((element, place) => {
    if (element.type === 'Group' || element.type === 'CapturingGroup') {
      const isAlone = others(elements, place).every(mayBeEmpty);
      return isAlone && element.alternatives.some(repeatsItself);
    }
    if (element.type !== 'Quantifier' || !isMany(element)) return false;
    const rest = others(elements, place);
    // Something between two rounds that the repetition cannot match keeps them apart.
    return rest.every((other) => mayBeEmpty(other) || meets(element.element, other));
  });
}

function others(elements: readonly AST.Element[], place: number): AST.Element[] {
  return elements.filter((_, index) => index !== place);
}

function mayBeEmpty(element: AST.Element): boolean {
  return (element.type === 'Quantifier' && element.min === 0) || element.type === 'Assertion';
}

/** (a|a)*, (a|ab)*, (\w|\d)+: two alternatives that begin with the same character. */
function overlaps(one: AST.Alternative, later: readonly AST.Alternative[]): boolean {
  return later.some((other) => {
    const [first, second] = [firstOf(one), firstOf(other)];
    return first !== undefined && second !== undefined && meets(first, second);
  });
}

function firstOf({ elements }: AST.Alternative): AST.Element | undefined {
  return elements.find(({ type }) => type !== 'Assertion');
}

/** Characters that stand for all: enough to see if two sets meet. */
const SAMPLES = [
  'a',
  'Z',
  'e',
  'x',
  '0',
  '5',
  '_',
  ' ',
  '\t',
  '-',
  '.',
  ',',
  '@',
  '/',
  '"',
  "'",
  ':',
  'é',
  '中',
];

function meets(
  one: AST.Element | AST.QuantifiableElement,
  other: AST.Element | AST.QuantifiableElement,
): boolean {
  const [first, second] = [matcherOf(one), matcherOf(other)];
  const given = [...one.raw, ...other.raw];
  return [...SAMPLES, ...given].some((char) => first(char) && second(char));
}

/** True for characters that an element can begin with. */
function matcherOf(element: AST.Element | AST.QuantifiableElement): (char: string) => boolean {
  switch (element.type) {
    case 'Quantifier':
      return matcherOf(element.element);
    case 'Group':
    case 'CapturingGroup': {
      const firsts = element.alternatives.map(firstOf).map((first) => first && matcherOf(first));
      return (char) => firsts.some((matches) => matches?.(char) ?? true);
    }
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass':
      return charMatcher(element);
    default:
      // A back reference can be anything; an assertion is nothing.
      return () => element.type === 'Backreference';
  }
}

/** True for the characters of a set. What is not known, such as a property of Unicode, may be any. */
function charMatcher(
  element: AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClass['elements'][number],
): (char: string) => boolean {
  switch (element.type) {
    case 'Character':
      return (char) => char.codePointAt(0) === element.value;
    case 'CharacterClassRange':
      return (char) => isBetween(char, element.min.value, element.max.value);
    case 'CharacterSet':
      return setMatcher(element);
    case 'CharacterClass': {
      const parts = element.elements.map((part) => charMatcher(part));
      return (char) => parts.some((matches) => matches(char)) !== element.negate;
    }
    default:
      return () => true;
  }
}

const SETS = { digit: /^\d/, space: /^\s/, word: /^\w/ } as const;

function setMatcher(set: AST.CharacterSet): (char: string) => boolean {
  if (set.kind === 'any' || set.kind === 'property') return () => true;
  const { kind, negate } = set;
  return (char) => SETS[kind].test(char) !== negate;
}

function isBetween(char: string, min: number, max: number): boolean {
  const code = char.codePointAt(0) ?? 0;
  return code >= min && code <= max;
}
