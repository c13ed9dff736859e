/** Names of failing tests in what a test runner prints for people: independent of the readers that the product uses. */

type ReadNames = (output: string) => string[];

const READERS: Readonly<Record<string, ReadNames>> = {
  pytest: byLine(/^FAILED \S+?::(?:\w+::)*(\w+(?:\[.*\])?)/),
  unittest: byLine(/^(?:FAIL|ERROR): (\w+) \(/),
  'go-test': (output) => withoutParents(byLine(/^ *--- FAIL: (\S+)/)(output)),
  'cargo-test': byLine(/^test (?:\w+::)*(\w+) \.\.\. FAILED/),
  mocha: mochaNames,
  vitest: byLine(/^ *FAIL +\S.* > (.+)$/),
  ava: byLine(/^ *✘ \[fail\]: (?:.* › )?(.+?)(?: Error thrown in test.*)?$/),
  tape: tapeNames,
  'node-test': (output) => byLine(/^✖ (.+) \([\d.]+ms\)$/)(after(output, 'failing tests:')),
};

/** Names without their suites, each once. Throws a sentence for a runner that is not known. */
export function failingNames(runner: string, output: string): string[] {
  const read = READERS[runner];
  if (!read)
    throw new Error(`The runner ${runner} is not known: take one of ${Object.keys(READERS).join(', ')}.`);
  return [...new Set(read(output.replace(/\u001b\[[0-9;]*m/g, '')))];
}

function byLine(pattern: RegExp): ReadNames {
  return (output) => output.split('\n').flatMap((line) => pattern.exec(line)?.[1] ?? []);
}

/** A Go test fails with its subtests: these say more. */
function withoutParents(names: readonly string[]): string[] {
  return names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));
}

function after(output: string, heading: string): string {
  const at = output.indexOf(heading);
  return at === -1 ? '' : output.slice(at);
}

/** Mocha lists failures as `1) suite`, deeper titles below it, the last of which ends in a colon. */
function mochaNames(output: string): string[] {
  const names: string[] = [];
  let open = false;
  for (const line of after(output, ' failing').split('\n')) {
    if (/^ {2}\d+\) /.test(line)) open = true;
    if (!open || !line.endsWith(':')) continue;
    names.push(
      line
        .replace(/^ {2}\d+\) /, '')
        .trim()
        .slice(0, -1),
    );
    open = false;
  }
  return names;
}

/** TAP of tape: the comment before a failed assertion is the name of its test. */
function tapeNames(output: string): string[] {
  const names: string[] = [];
  let test = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('# ')) test = line.slice(2);
    else if (line.startsWith('not ok ')) names.push(test);
  }
  return names;
}
