import { join } from 'node:path';

/** The project's folder: two above this one, in `src` and in `dist` alike. */
export const PROJECT_ROOT = join(__dirname, '..', '..');

/** Built parts that are started or loaded by path. */
export const ARTEFACTS = {
  workflowBundle: join(PROJECT_ROOT, 'dist', 'workflow-bundle.js'),
  sandbox: join(PROJECT_ROOT, 'dist', 'sandbox'),
  /** Weights of the classifier of intents, compressed. */
  intent: join(PROJECT_ROOT, 'dist', 'intent.bin'),
  up: join(PROJECT_ROOT, 'dist', 'service', 'up.js'),
  insideGuard: join(PROJECT_ROOT, 'dist', 'commands', 'guard', 'inside.js'),
  checkerProcess: join(PROJECT_ROOT, 'dist', 'codebase', 'diagnostics', 'checker-process.js'),
  factsThread: join(PROJECT_ROOT, 'dist', 'codebase', 'navigation', 'facts', 'facts-thread.js'),
  graphProcess: join(PROJECT_ROOT, 'dist', 'codebase', 'graph', 'graph-process.js'),
  parquetReader: join(PROJECT_ROOT, 'dist', 'datasets', 'parquet', 'reader-process.js'),
  documentReader: join(PROJECT_ROOT, 'dist', 'documents', 'reader', 'reader-process.js'),
  mutantsThread: join(PROJECT_ROOT, 'dist', 'repair', 'commands', 'mutants-thread.js'),
  lineThread: join(PROJECT_ROOT, 'dist', 'machine', 'patterns', 'line-thread.js'),
  patternThread: join(PROJECT_ROOT, 'dist', 'machine', 'patterns', 'pattern-thread.js'),
  watchdogThread: join(PROJECT_ROOT, 'dist', 'machine', 'watchdog-thread.js'),
} as const;

/** Files of one data folder. */
export function homePaths(home: string) {
  return {
    store: join(home, 'store'),
    hostId: join(home, 'host-id'),
    proofKey: join(home, 'proof-key'),
    uiPeople: join(home, 'ui-people.json'),
    uiToken: join(home, 'ui-token'),
    opened: join(home, 'opened-folders'),
    database: join(home, 'temporal.db'),
    upLock: join(home, 'up.lock'),
    upState: join(home, 'up.json'),
    upLog: join(home, 'up.log'),
    downMark: join(home, 'down.json'),
    serverLog: join(home, 'server.log'),
    checkouts: join(home, 'checkouts'),
    guards: join(home, 'guards'),
    gates: join(home, 'gates'),
    ci: join(home, 'ci'),
    journals: join(home, 'journals'),
    kept: join(home, 'kept'),
    live: join(home, 'live'),
    conversations: join(home, 'conversations'),
    learned: join(home, 'learned'),
    inputs: join(home, 'inputs'),
    editors: join(home, 'editors'),
  } as const;
}

/** File with the servers of tools that an editor gave a session. */
export function editorServersFile(home: string, session: string): string {
  return join(homePaths(home).editors, `${encodeURIComponent(session)}.json`);
}

/**
 * Node's flags for a process that holds the worker. It needs ten megabytes of objects, but reads and writes much through
 * pipes, in buffers that are garbage at once. With V8's usual limits those pile up to a hundred megabytes before it
 * looks, and what malloc has taken for them stays taken.
 */
export const WORKER_NODE_FLAGS = ['--initial-old-space-size=32', '--max-semi-space-size=4'] as const;

/** True if a path is another one or lies below it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
