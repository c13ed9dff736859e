/** The seed's own loop as a LangGraph graph: generate, test, execute in a subprocess, analyze, heal, at most 3 times. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { REQUEST, type Task } from './task';

const MAX_RETRIES = 3;

export interface TestResults {
  success: boolean;
  stdout: string;
  stderr: string;
}

interface State {
  request: string;
  retryCount: number;
  errorLogs: string[];
  generatedCode: string;
  generatedTests: string;
  testResults: TestResults;
  codeHistory: { attempt: number; code: string; fixReason?: string }[];
}

type Node = (state: State) => Promise<Partial<State>> | Partial<State>;

/** Part of `@langchain/langgraph` that is used, which is not installed where types are checked. */
interface LangGraph {
  Annotation: { Root(fields: Record<keyof State, unknown>): unknown } & (() => unknown);
  StateGraph: new (state: unknown) => GraphBuilder;
  START: string;
  END: string;
}
interface GraphBuilder {
  addNode(name: string, node: Node): GraphBuilder;
  addEdge(from: string, to: string): GraphBuilder;
  addConditionalEdges(
    from: string,
    choose: (state: State) => string,
    targets: Record<string, string>,
  ): GraphBuilder;
  compile(): { invoke(state: Partial<State>): Promise<State> };
}

/** Runs a test file of a folder in a process of its own. */
export type Runner = (folder: string, env: NodeJS.ProcessEnv) => Promise<TestResults>;

/** Asks the model for a text. */
export type Ask = (prompt: string) => Promise<string>;

export interface GraphParts {
  ask: Ask;
  run: Runner;
}

/** One node each for what the seed names; returns a function that carries out a task and checks that it went as scripted. */
export function createGraph(require: NodeJS.Require, { ask, run }: GraphParts) {
  const { Annotation, StateGraph, START, END } = require('@langchain/langgraph') as LangGraph;
  const names = [
    ...(['request', 'retryCount', 'errorLogs', 'generatedCode', 'generatedTests'] as const),
    ...(['testResults', 'codeHistory'] as const),
  ];
  const fields = Object.fromEntries(names.map((name) => [name, Annotation()])) as Record<
    keyof State,
    unknown
  >;
  const graph = new StateGraph(Annotation.Root(fields))
    .addNode('code_generation', async (state) => {
      const code = await ask(`Change the files as the user asks.\n\n${state.request}`);
      return { generatedCode: code, codeHistory: [{ attempt: 0, code }] };
    })
    .addNode('test_generation', async ({ generatedCode, generatedTests }) => ({
      // Given with the task, as to Kintsugi: what is generated is scored there, which is other work.
      generatedTests: generatedTests || (await ask(`Write unit tests for this code:\n\n${generatedCode}`)),
    }))
    .addNode('execute_tests', (state) => executeTests(state, run))
    .addNode('analyze_error', analyzeError)
    .addNode('self_healing', (state) => healCode(state, ask))
    .addEdge(START, 'code_generation')
    .addEdge('code_generation', 'test_generation')
    .addEdge('test_generation', 'execute_tests')
    .addEdge('execute_tests', 'analyze_error')
    .addConditionalEdges('analyze_error', shouldRetry, { retry: 'self_healing', success: END, failure: END })
    .addEdge('self_healing', 'execute_tests')
    .compile();
  return async (task: Task, generatedTests: string): Promise<void> => {
    const start = { request: REQUEST, retryCount: 0, errorLogs: [], codeHistory: [], generatedTests };
    const state = await graph.invoke(start);
    if (!state.testResults.success || state.retryCount !== 2 || state.generatedCode !== task.answers[2])
      throw new Error(
        `The graph did not go wrong, wrong, right: ${state.testResults.stderr.slice(0, 2_000)}`,
      );
  };
}

async function executeTests({ generatedCode, generatedTests }: State, run: Runner): Promise<Partial<State>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-graph-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), PACKAGE);
    writeFileSync(path.join(folder, 'median.ts'), generatedCode);
    writeFileSync(path.join(folder, 'median.test.ts'), generatedTests);
    symlinkSync(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    return { testResults: await run(folder, { PATH: process.env.PATH, HOME: folder }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With the quickest transform of TypeScript there is for jest. */
const PACKAGE = JSON.stringify({
  name: 'scratch',
  version: '1.0.0',
  type: 'module',
  jest: {
    testEnvironment: 'node',
    transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }] },
  },
});

function analyzeError({ testResults, retryCount, errorLogs }: State): Partial<State> {
  if (testResults.success) return { errorLogs: [] };
  const text = testResults.stderr + testResults.stdout;
  const type = /SyntaxError/.test(text)
    ? 'syntax'
    : /Cannot find module/.test(text)
      ? 'import'
      : /TypeError/.test(text)
        ? 'type'
        : /AssertionError|expect\(/.test(text)
          ? 'logic'
          : 'runtime';
  return { errorLogs: [...errorLogs, `Attempt ${retryCount}: ${type}`] };
}

async function healCode(state: State, ask: Ask): Promise<Partial<State>> {
  const { generatedCode, testResults, errorLogs, retryCount, codeHistory } = state;
  const fixReason = errorLogs.at(-1) ?? '';
  const code = await ask(
    `Mend this code.\n\n${generatedCode}\n\nErrors:\n${testResults.stderr}\n\nAnalysis:\n${fixReason}`,
  );
  const attempt = retryCount + 1;
  return {
    generatedCode: code,
    retryCount: attempt,
    codeHistory: [...codeHistory, { attempt, code, fixReason }],
  };
}

function shouldRetry({ testResults, retryCount }: State): string {
  if (testResults.success) return 'success';
  return retryCount >= MAX_RETRIES ? 'failure' : 'retry';
}

export const npxJest: Runner = (folder, env) => execute('npx', ['jest', 'median.test.ts'], folder, env);

export const nodeTest: Runner = (folder, env) =>
  execute(process.execPath, ['--test', 'median.test.ts'], folder, env);

function execute(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<TestResults> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ success: error === null, stdout, stderr }),
    );
  });
}
