/** Texts made of a pattern's own words, which a pattern that looks back over what it has read is slow on. */
import type { AST } from '@eslint-community/regexpp';
import { parsedPattern } from './bounded';

/** A text and how to make it again. */
export interface Hostile {
  recipe: string;
  /** The text of so many characters, or a few more. */
  make(size: number): string;
  /** One word, over and over, and nothing else. */
  plain?: boolean;
}

/** Endings that most patterns do not go on with. */
const ENDS = ['', '\n', '\0', '!'];
/** Characters that classes are tried with, beside the pattern's own. */
const USUAL = [...'aA0_ \t\n./-"\'(:,=*;$\\', 'é', '\r'];
const MOST_WORDS = 80;
const MOST_CHARS = 40;
/** Words that are always tried at full length. */
const MOST_PLAIN = 16;

/** The texts for one pattern, the same for the same seed. */
export function hostileTexts(source: string, flags: string, seed = 1): Hostile[] {
  const words = new Words(source, flags);
  return [...ofWords(words), ...ofPumps(words), ...ofChains(words), ...mixtures(words, seed)];
}

function repeat(word: string, chars: number): string {
  return word === '' ? '' : word.repeat(Math.max(1, Math.floor(chars / word.length)));
}

function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function ofWords({ words, prefixes }: Words): Hostile[] {
  return words.flatMap((word, index) => [
    ...ENDS.map((end) => ({
      recipe: `${shown(word)} repeated, then ${shown(end)}`,
      plain: end === '' && index < MOST_PLAIN,
      make: (size: number) => repeat(word, size) + end,
    })),
    ...['\n', '\r'].map((line) => ({
      recipe: `${shown(word)} repeated, each followed by ${shown(line)}`,
      make: (size: number) => repeat(word + line, size),
    })),
    ...prefixes.map((prefix) => ({
      recipe: `${shown(prefix)}, then ${shown(word)} repeated`,
      make: (size: number) => `${prefix}${repeat(word, size)}~`,
    })),
  ]);
}

function ofPumps({ pumps }: Words): Hostile[] {
  return pumps.flatMap(({ prefix, pump }) => [
    ...ENDS.map((end) => ({
      recipe: `${shown(prefix)}, ${shown(pump)} repeated, then ${shown(end)}`,
      make: (size: number) => prefix + repeat(pump, size) + end,
    })),
    {
      recipe: `${shown(prefix)} and a few of ${shown(pump)}, repeated`,
      make: (size: number) => repeat(prefix + repeat(pump, 100), size),
    },
  ]);
}

function ofChains({ chains }: Words): Hostile[] {
  return chains.flatMap(({ parts }) => {
    const pumped = parts.filter((part) => part.pumped).length;
    const recipe = parts.map((part) => shown(part.text) + (part.pumped ? ' repeated' : '')).join(', ');
    const text = (size: number): string =>
      parts.map((part) => (part.pumped ? repeat(part.text, size / pumped) : part.text)).join('');
    return ENDS.map((end) => ({
      recipe: `${recipe}, then ${shown(end)}`,
      make: (size: number) => text(size) + end,
    }));
  });
}

function mixtures({ words, chars }: Words, seed: number): Hostile[] {
  const all = [...words, ...chars.slice(0, 12)];
  return Array.from({ length: 6 }, (_, round) => ({
    recipe: `a random mixture, seed ${seed}, round ${round}`,
    make: (size: number) => {
      const random = randomFrom(seed + round);
      const any = (from: readonly string[]): string => from[Math.floor(random() * from.length)] || 'x';
      const few = round < 3 ? all : [any(all), any(all), any(all)];
      let text = '';
      while (text.length < size) text += any(few);
      return text;
    },
  }));
}

/** Linear congruences: good enough to mix words, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

interface Pump {
  prefix: string;
  pump: string;
}

interface Chain {
  parts: { text: string; pumped: boolean }[];
}

/** Parts of a pattern: words that they match, and texts that may be repeated after others. */
class Words {
  readonly chars: string[];
  readonly words: string[];
  readonly pumps: Pump[] = [];
  readonly chains: Chain[] = [];
  /** Beginnings that many words may follow. */
  readonly prefixes: string[];
  private readonly collected = new Set<string>();
  private readonly flags: string;

  constructor(source: string, flags: string) {
    this.flags = flags;
    const pattern = parsedPattern(source, flags);
    this.chars = [...new Set([...charsOf(pattern), ...USUAL])].slice(0, MOST_CHARS);
    this.visitAlternatives(pattern.alternatives, '');
    for (const char of this.chars.slice(0, 10)) this.collected.add(char);
    this.prefixes = [...new Set(['x', ...this.pumps.map(({ prefix }) => prefix)])]
      .filter(Boolean)
      .slice(0, 5);
    this.words = [...this.collected].filter((word) => word !== '').slice(0, MOST_WORDS);
  }

  /** Walks through the alternatives; `prefix` is a text that what stands before them matches. */
  private visitAlternatives(alternatives: readonly AST.Alternative[], prefix: string): void {
    for (const alternative of alternatives) {
      let before = prefix;
      for (const element of alternative.elements) {
        this.visit(element, before);
        before += this.sample(element);
        this.collected.add(before);
      }
      const whole = before.slice(prefix.length);
      this.collected
        .add(whole)
        .add(whole.slice(0, -1))
        .add(`${whole.slice(0, -1)}~`);
      this.chain(alternative, prefix);
    }
  }

  private visit(element: AST.Element, prefix: string): void {
    if (element.type === 'Quantifier') {
      if (element.max > 8)
        for (const pump of this.pumpsOf(element.element)) this.pumps.push({ prefix, pump });
      this.visit(element.element, prefix);
    } else if (element.type === 'Group' || element.type === 'CapturingGroup') {
      this.visitAlternatives(element.alternatives, prefix);
    } else if (element.type === 'Assertion' && 'alternatives' in element) {
      this.visitAlternatives(element.alternatives, prefix);
    } else {
      this.collected.add(this.sample(element));
    }
  }

  /** All that is unbounded in one alternative, repeated at once, with the characters that several of them take. */
  private chain({ elements }: AST.Alternative, prefix: string): void {
    const open = elements.flatMap((one) => (one.type === 'Quantifier' && one.max > 8 ? [one.element] : []));
    if (open.length < 2) return;
    const shared = open.map((one) => this.pumpsOf(one)[0] ?? '');
    this.chains.push({
      parts: [
        { text: prefix, pumped: false },
        ...elements.map((one) =>
          one.type === 'Quantifier' && one.max > 8
            ? { text: shared[open.indexOf(one.element)] ?? '', pumped: true }
            : { text: this.sample(one), pumped: false },
        ),
      ],
    });
  }

  /** Texts that one turn of a quantifier takes: some characters of a class, each alternative of a group. */
  private pumpsOf(element: AST.QuantifiableElement): string[] {
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return [...new Set(element.alternatives.map((one) => this.sampleOf(one.elements)))].slice(0, 6);
    if (element.type === 'CharacterClass' || element.type === 'CharacterSet') return this.members(element, 6);
    return [this.sample(element)];
  }

  private members(element: AST.CharacterClass | AST.CharacterSet, most: number): string[] {
    const pattern = new RegExp(`^${element.raw}$`, `${this.flags.replace(/[gy]/g, '')}`);
    return this.chars.filter((char) => pattern.test(char)).slice(0, most);
  }

  private sampleOf(elements: readonly AST.Element[]): string {
    return elements.map((one) => this.sample(one)).join('');
  }

  /** A text that the element matches, as far as it can be told without its surroundings. */
  private sample(element: AST.Element): string {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterClass':
      case 'CharacterSet':
        return this.members(element, 1)[0] ?? '';
      case 'Group':
      case 'CapturingGroup':
        return this.sampleOf(element.alternatives[0]?.elements ?? []);
      case 'Quantifier':
        return this.sample(element.element).repeat(Math.max(1, Math.min(element.min, 40)));
      default:
        return '';
    }
  }
}

/** The characters that a pattern names. */
function charsOf(node: AST.Pattern): string[] {
  const chars: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const { type, value: code } = value as { type?: string; value?: number };
      if (type === 'Character' && code !== undefined) chars.push(String.fromCodePoint(code));
      for (const [key, child] of Object.entries(value))
        if (key !== 'parent' && key !== 'references' && key !== 'resolved') visit(child);
    }
  };
  visit(node);
  return [...new Set(chars)];
}
