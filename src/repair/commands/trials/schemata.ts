import { applyMutations, type Mutation } from '../../search/mutation';
import type { Job } from './command-trials';

/** How one of several bodies of a function is chosen while the program runs. */
export type Dialect = 'go' | 'rust';

/** A file that holds many mutants, and where each lies in it. */
export interface Schemata {
  text: string;
  /** Id → first and last line, from 1. */
  lines: ReadonlyMap<number, readonly [number, number]>;
}

/** Variable by which a program is told which mutant it is. */
export const MUTANT_VARIABLE = 'KINTSUGI_MUTANT';

const RUST_CHOICE = `static KINTSUGI: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); match *KINTSUGI.get_or_init(|| std::env::var("${MUTANT_VARIABLE}").ok().and_then(|text| text.parse().ok()).unwrap_or(0))`;

/** Name of Go's variable, and of the file that holds it. */
export const GO_VARIABLE = 'kintsugiMutant';

/**
 * One text for all mutants of a file: each function that has mutants gets all of their bodies, and chooses by the
 * environment. It is compiled once, and a mutant that does not compile is found by its lines.
 */
export function schemataOf(text: string, jobs: readonly Job[], dialect: Dialect): Schemata {
  const bodies = new Map<number, Job[]>();
  for (const job of jobs) {
    const { body } = job.mutant;
    if (body) bodies.set(body.start, [...(bodies.get(body.start) ?? []), job]);
  }
  const lines = new Map<number, [number, number]>();
  let made = '';
  let line = 1;
  let from = 0;
  const add = (part: string): void => {
    made += part;
    line += count(part);
  };
  for (const [start, own] of [...bodies].sort(([a], [b]) => a - b)) {
    const end = own[0]?.mutant.body?.end ?? start;
    add(text.slice(from, start));
    const body = text.slice(start, end);
    add(dialect === 'go' ? '{\n' : `{ ${RUST_CHOICE} {\n`);
    for (const { id, mutant } of own) {
      add(dialect === 'go' ? `if ${GO_VARIABLE} == ${id} {\n` : `${id} =>\n`);
      const first = line;
      add(bodyWith(body, mutant, start));
      lines.set(id, [first, line]);
      add(
        dialect === 'go' ? `\n${mutant.body?.returns === true ? 'panic("no result")\n' : ''}} else ` : ',\n',
      );
    }
    add(dialect === 'go' ? `${body}\n}` : `_ => ${body}\n} }`);
    from = end;
  }
  add(text.slice(from));
  return { text: made, lines };
}

function bodyWith(body: string, mutation: Mutation, offset: number): string {
  const { start, end } = mutation;
  return applyMutations(body, [{ ...mutation, start: start - offset, end: end - offset }]);
}

function count(text: string): number {
  let found = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found += 1;
  return found;
}

/** Ids of the mutants that errors of a compiler lie in; `path` is the file as the compiler names it. */
export function brokenBy(errors: readonly { line: number }[], { lines }: Schemata): Set<number> {
  const found = new Set<number>();
  for (const { line } of errors)
    for (const [id, [first, last]] of lines) if (line >= first && line <= last) found.add(id);
  return found;
}
