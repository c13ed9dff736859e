/** Attacks as files hold them. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How a run of hostile code may end. `contained`: it was run to its end; `error`: its own file could not be loaded. */
const AttackClass = z.enum(['contained', 'timeout', 'memory', 'error']);
export type AttackClass = z.infer<typeof AttackClass>;

const Attack = z.object({
  name: z.string().min(1),
  expect: AttackClass,
  why: z.string(),
  /** A TypeScript module that exports `attack()`, which gives a text; one that begins with ESCAPED or FORGED says that it got out. */
  code: z.string(),
  /**
   * Present: the attack is run in a project whose tests compare with data, files, modules of Node and packages (`shared.ts`), too. These are
   * further files of it, by path; `shared.test.ts` stands in for its tests. Every test there must fail, and pass with a right program.
   */
  files: z.record(z.string(), z.string()).optional(),
});
export type Attack = z.infer<typeof Attack>;

const Attacks = z.array(Attack).min(1);

function firstProblem(error: z.ZodError, rows: unknown): string {
  const issue = error.issues[0];
  const [index, field] = issue?.path ?? [];
  const row: unknown = Array.isArray(rows) && typeof index === 'number' ? rows[index] : undefined;
  const name = (row as { name?: unknown } | undefined)?.name;
  const at =
    typeof index === 'number' ? `attack ${typeof name === 'string' ? `"${name}"` : index + 1}` : 'the file';
  return `${at}${field === undefined ? '' : `, "${String(field)}"`}: ${issue?.message ?? 'wrong form'}`;
}

/** The attacks of a file. Throws one sentence that says what is wrong with it. */
export function readAttacks(file: string): Attack[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`There is no file ${file} that can be read: name a JSON file of attacks.`);
  }
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
  const parsed = Attacks.safeParse(rows);
  if (!parsed.success) {
    throw new Error(
      `${file} is no list of attacks ({ name, expect: contained|timeout|memory|error, why, code, files? }): ${firstProblem(parsed.error, rows)}.`,
    );
  }
  const names = new Set(parsed.data.map((attack) => attack.name));
  if (names.size < parsed.data.length)
    throw new Error(`${file} holds two attacks of the same name: rename one.`);
  return parsed.data;
}
