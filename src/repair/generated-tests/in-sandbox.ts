import type { ChangedFile } from '../../domain/signs/code-lines';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport, TestResult, VerificationSpec } from '../../domain/verification/verification';
import { hasWord } from '../../domain/words';
import type { Sandbox, SandboxResult } from '../../sandbox';
import type { LoadedProgram, LoadProgram, VerifyTask } from '../../verifier';
import type { Mutant, BenchesOf, SourceThread } from '../commands';
import { Trials } from '../mutation/trials';
import ts from 'typescript';
import { isFunction, lineOf, parseFile, unlessTooDeep, type ParsedFile } from '../../codebase';
import type { TreeHash } from '../../domain/ids';
import type { HostDirectory } from '../../domain/files/workspace';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { BlobStore, TreeStore } from '../../store';

export interface ScoreTestsDeps {
  trees: TreeStore;
  blobs: BlobStore;
  sandbox: Sandbox;
  loadProgram: LoadProgram;
  /** Checkouts for tests that only commands run. Absent: commands cannot be run here. */
  benchesOf?: BenchesOf;
  dependenciesOf?(directory: HostDirectory): string | undefined;
}

export interface ScoreTestsTask {
  /** Before the change that the tests are for. */
  base: TreeHash;
  /** With the change and the tests. */
  tree: TreeHash;
  files: readonly string[];
  spec: VerificationSpec;
  directory?: HostDirectory;
  heavyFolders?: HeavyRules;
  /** Finds the command that runs them, where the specification has none. */
  detect?: VerifyTask['detect'];
  signal: AbortSignal;
  progress(note: string): void;
}

export interface Tried {
  program: LoadedProgram;
  /** Its sources, tests aside. */
  changed: readonly ChangedFile[];
  thread: SourceThread;
}

/** Generated tests as they run on the change. */
export interface Tester {
  /** Files that load and hold a test that passes each time. */
  runnable: readonly string[];
  /** Functions of the changed files that no test calls, `src/cart.ts: total`. */
  unexercised: readonly string[];
  /** Makes each mistake alone: how many could be made, and those that no test notices. */
  notice(mutants: readonly Mutant[]): Promise<{ tried: number; survivors: Mutant[] }>;
}

/** A function that a module offers; methods of exported classes are `Class.method`. */
interface ExportedFunction {
  name: string;
  /** Lines of the statements of its body; empty where it is one expression. */
  lines: readonly number[];
}

class Exports {
  private readonly declared = new Map<string, ts.Node>();
  private readonly exported = new Map<string, ts.Node | string>();

  constructor(private readonly file: ParsedFile) {
    for (const statement of file.source.statements) this.read(statement);
  }

  all(): ExportedFunction[] {
    const found: ExportedFunction[] = [];
    for (const [name, given] of this.exported) {
      const node = typeof given === 'string' ? this.declared.get(given) : given;
      if (!node) continue;
      if (ts.isClassLike(node)) found.push(...this.methods(name, node));
      else if (isFunction(node)) found.push({ name, lines: this.linesOf(node) });
    }
    return found;
  }

  private read(statement: ts.Statement): void {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      const name = statement.name?.text ?? 'default';
      this.declared.set(name, statement);
      if (isExported(statement)) this.exported.set(name, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!ts.isIdentifier(name) || !initializer) continue;
        this.declared.set(name.text, initializer);
        if (isExported(statement)) this.exported.set(name.text, initializer);
      }
    } else if (ts.isExportAssignment(statement)) this.add('default', statement.expression);
    else if (ts.isExportDeclaration(statement) && !statement.moduleSpecifier) this.readNames(statement);
    else if (ts.isExpressionStatement(statement)) this.readAssignment(statement.expression);
  }

  private readNames({ exportClause }: ts.ExportDeclaration): void {
    if (!exportClause || !ts.isNamedExports(exportClause)) return;
    for (const { name, propertyName } of exportClause.elements)
      this.exported.set(name.text, (propertyName ?? name).text);
  }

  /** `module.exports = { f }`, `module.exports = f`, `exports.f = …`. */
  private readAssignment(node: ts.Expression): void {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const target = node.left.getText();
    const single = /^(?:module\.)?exports\.(\w+)$/.exec(target)?.[1];
    if (single !== undefined) this.add(single, node.right);
    else if (target === 'module.exports' && ts.isObjectLiteralExpression(node.right)) {
      for (const property of node.right.properties) {
        const name = property.name?.getText() ?? '';
        if (ts.isShorthandPropertyAssignment(property)) this.exported.set(name, name);
        else if (ts.isPropertyAssignment(property)) this.add(name, property.initializer);
        else if (ts.isMethodDeclaration(property)) this.exported.set(name, property);
      }
    } else if (target === 'module.exports') this.add('default', node.right);
  }

  private add(name: string, value: ts.Expression): void {
    this.exported.set(name, ts.isIdentifier(value) ? value.text : value);
  }

  private methods(name: string, node: ts.ClassLikeDeclaration): ExportedFunction[] {
    return node.members.filter(isPublicMethod).map((method) => ({
      name: `${name}.${method.name.getText()}`,
      lines: this.linesOf(method),
    }));
  }

  private linesOf(node: ts.Node): number[] {
    const body = 'body' in node ? (node.body as ts.Node | undefined) : undefined;
    if (!body || !ts.isBlock(body)) return [];
    return body.statements.map((statement) => lineOf(this.file, statement.getStart()));
  }
}

/** Mutants tried between two beats. */
const BATCH = 16;

/** Runs tests of JavaScript and TypeScript. */
export async function testerInSandbox(
  { sandbox }: { sandbox: Sandbox },
  task: ScoreTestsTask,
  { program, changed }: Tried,
): Promise<Tester> {
  const { files, context } = program;
  const present = task.files.filter((path) => files.has(path));
  const first = await runAll(sandbox, task, program, present, true);
  const second = await runAll(sandbox, task, program, present, false);
  const checks = first.map((result) => result.report);
  const testsOf = (results: readonly SandboxResult[]) => results.flatMap(({ report }) => report.tests);
  const flaky = unsteadyIds(testsOf(first), testsOf(second));
  const runnable = checks.filter((check) => isRunnable(check, flaky)).map((check) => check.name);
  const { limits } = task.spec;
  const suspectFiles = changed.map((file) => file.path);
  const trials = new Trials(
    sandbox,
    { files, context, testFiles: runnable, checks, flaky, limits, memory: new Map(), suspectFiles },
    task.signal,
  );
  return {
    runnable,
    unexercised: unexercisedOf(changed, program, present, first),
    notice: async (mutants) => {
      const survivors: Mutant[] = [];
      for (let start = 0; start < mutants.length; start += BATCH) {
        task.signal.throwIfAborted();
        const batch = mutants.slice(start, start + BATCH).map((mutant) => [mutant]);
        survivors.push(...(await trials.plausible(batch, [], runnable)).flat());
        task.progress(`${Math.min(start + BATCH, mutants.length)} of ${mutants.length} mutants tried`);
      }
      return { tried: mutants.length, survivors };
    },
  };
}

function runAll(
  sandbox: Sandbox,
  { spec, signal }: ScoreTestsTask,
  { files, context }: LoadedProgram,
  testFiles: readonly string[],
  coverage: boolean,
): Promise<SandboxResult[]> {
  return Promise.all(
    testFiles.map((testFile) =>
      sandbox.run({ files, context, testFile, limits: spec.limits, coverage }, signal),
    ),
  );
}

function isRunnable(check: CheckReport, unsteady: ReadonlySet<string>): boolean {
  const loads = !failuresOf(check).some((failed) => failed.id === check.name);
  return loads && check.tests.some((test) => test.status === 'passed' && !unsteady.has(test.id));
}

/** By coverage where the function has statements of its own, else by its name in a test. */
function unexercisedOf(
  changed: readonly ChangedFile[],
  { files }: LoadedProgram,
  testFiles: readonly string[],
  results: readonly SandboxResult[],
): string[] {
  const hit = new Map<string, Set<number>>();
  for (const { lines } of results.flatMap((result) => result.coverage ?? [])) {
    for (const [path, numbers] of lines) hit.set(path, new Set([...(hit.get(path) ?? []), ...numbers]));
  }
  const texts = testFiles.map((path) => files.get(path) ?? '').join('\n');
  return changed.flatMap(({ path, after }) =>
    exportedFunctions(path, after)
      .filter(({ name, lines }) =>
        lines.length > 0 ? !lines.some((line) => hit.get(path)?.has(line)) : !isNamed(name, texts),
      )
      .map(({ name }) => `${path}: ${name}`),
  );
}

function isNamed(name: string, texts: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  // A default export has another name in each file that imports it.
  return last === 'default' || hasWord(texts, last);
}

/** Functions that a module exports, by ES and CommonJS alike. What other modules define is left to them. */
export function exportedFunctions(path: string, text: string): ExportedFunction[] {
  const found = unlessTooDeep(() => {
    const file = parseFile(path, text);
    return file && new Exports(file).all();
  });
  return found ?? [];
}

function isExported(node: ts.HasModifiers): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isPublicMethod(member: ts.ClassElement): member is ts.MethodDeclaration {
  if (!ts.isMethodDeclaration(member) || !member.body || ts.isPrivateIdentifier(member.name)) return false;
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return !member.modifiers?.some(({ kind }) => hidden.includes(kind));
}

/** Ids of tests whose verdict changes from run to run. */
export function unsteadyIds(first: readonly TestResult[], second: readonly TestResult[]): Set<string> {
  const again = new Map(second.map(({ id, status }) => [id, status]));
  return new Set(first.filter(({ id, status }) => again.get(id) !== status).map(({ id }) => id));
}
