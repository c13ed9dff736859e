export interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** A place, from line 1. */
export interface TextPlace {
  readonly path: string;
  readonly line: number;
}

/** Lines that stand in several places. */
export interface Repeat {
  readonly lines: number;
  readonly places: readonly TextPlace[];
}

/** Lines that a repeat has at least: shorter ones are common to any code. */
const LEAST_LINES = 6;
const LEAST_CHARS = 120;
const MOST_REPEATS = 50;
const MOST_PLACES = 20;

interface Line extends TextPlace {
  readonly text: string;
}

/** Runs of lines that stand in several places, blank lines and indentation left out of account, the longest first. */
export function repeatsIn(texts: readonly ProjectText[]): Repeat[] {
  const files = texts.map(linesOf);
  const windows = new Map<string, [file: number, at: number][]>();
  files.forEach((lines, file) => {
    for (let at = 0; at + LEAST_LINES <= lines.length; at += 1) {
      const key = lines
        .slice(at, at + LEAST_LINES)
        .map(({ text }) => text)
        .join('\n');
      if (key.length < LEAST_CHARS) continue;
      const starts = windows.get(key);
      if (!starts) windows.set(key, [[file, at]]);
      else if (starts.length < MOST_PLACES) starts.push([file, at]);
    }
  });
  const taken = new Set<string>();
  const repeats: Repeat[] = [];
  for (const starts of windows.values()) {
    if (starts.length < 2 || starts.some(([file, at]) => taken.has(`${file}:${at}`))) continue;
    const lines = commonLength(files, starts);
    for (const [file, at] of starts)
      for (let more = 0; more < lines; more += 1) taken.add(`${file}:${at + more}`);
    const places = starts.flatMap(([file, at]) => {
      const line = files[file]?.[at];
      return line ? [{ path: line.path, line: line.line }] : [];
    });
    repeats.push({ lines, places });
  }
  return repeats.sort((one, other) => other.lines - one.lines).slice(0, MOST_REPEATS);
}

function linesOf({ path, text }: ProjectText): Line[] {
  return text
    .split('\n')
    .map((line, index) => ({ path, line: index + 1, text: line.trim() }))
    .filter((line) => line.text.length > 1 && !/^(?:import|export \{|from) /.test(line.text));
}

/** Lines that all places have in common; two places in one file do not overlap. */
function commonLength(files: readonly (readonly Line[])[], starts: readonly [number, number][]): number {
  const [first] = starts;
  let lines = LEAST_LINES;
  const gap = Math.min(
    ...starts.flatMap(([file, at]) =>
      starts.flatMap(([other, start]) => (other === file && start > at ? [start - at] : [])),
    ),
    Infinity,
  );
  for (;;) {
    const text = first && files[first[0]]?.[first[1] + lines]?.text;
    const isSame = starts.every(([file, at]) => files[file]?.[at + lines]?.text === text);
    if (text === undefined || !isSame || lines >= gap) return lines;
    lines += 1;
  }
}

/** Every place of a name as a whole word. */
export interface NamePlaces {
  readonly name: string;
  readonly uses: readonly TextPlace[];
}

const MOST_NAMES = 10;
const MOST_USES = 5_000;
const WORD_LETTER = /[\w$]/;

/** Places of names in texts; of a name that stands nowhere nothing is told. */
export function placesOfNames(names: readonly string[], texts: readonly ProjectText[]): NamePlaces[] {
  return names
    .slice(0, MOST_NAMES)
    .map((name) => ({ name, uses: texts.flatMap((text) => usesIn(name, text)).slice(0, MOST_USES) }))
    .filter(({ uses }) => uses.length > 0);
}

function usesIn(name: string, { path, text }: ProjectText): TextPlace[] {
  if (!text.includes(name)) return [];
  return text.split('\n').flatMap((line, index) => (holds(line, name) ? [{ path, line: index + 1 }] : []));
}

function holds(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [line[at - 1], line[at + name.length]];
    if (!WORD_LETTER.test(before) && !WORD_LETTER.test(after)) return true;
  }
  return false;
}
