import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GoLibrary } from '../../../src/commands/go-library';
import { tempFolder } from '../../support/temp-folder';

let folder: string;
beforeEach(() => (folder = tempFolder('go-library')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (...parts: string[]): string => join(folder, ...parts);

function files(texts: Record<string, string>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  }
}

/** A library whose build writes a file, and the commands that were built with. */
function library(builds: () => Promise<boolean>): { library: GoLibrary; commands: string[] } {
  const commands: string[] = [];
  const build = async ({ source }: { source: string }, command: string): Promise<boolean> => {
    commands.push(command);
    writeFileSync(join(source, 'compiled'), 'fmt');
    return builds();
  };
  return { library: new GoLibrary(inFolder('libraries'), inFolder('go', 'bin'), build), commands };
}

/** Waits for the few file operations of a build. */
const settled = (): Promise<void> => delay(50);

describe('the library of Go', () => {
  beforeEach(() => files({ 'go/bin/go': '', 'go/VERSION': 'go1.26', 'app/go.mod': 'module app' }));
  const seed = (one: GoLibrary, cache: string, project = 'app') =>
    one.seed(inFolder(project), inFolder(cache));

  it('is built once, and the caches of later projects begin with it', async () => {
    const { library: one, commands } = library(() => Promise.resolve(true));
    await seed(one, 'first');
    expect(existsSync(inFolder('first'))).toBe(false);
    await settled();
    await seed(one, 'second');
    await seed(one, 'third');
    expect([readFileSync(inFolder('second', 'compiled'), 'utf8'), commands]).toEqual([
      'fmt',
      ['nice -n 19 go build std'],
    ]);
    writeFileSync(inFolder('second', 'compiled'), 'forged');
    expect(readFileSync(inFolder('third', 'compiled'), 'utf8')).toBe('fmt');
    await seed(one, 'second');
    expect(readFileSync(inFolder('second', 'compiled'), 'utf8')).toBe('forged');
  });

  it('is not used before it is whole, and built again where its build failed', async () => {
    const { library: one, commands } = library(() => Promise.resolve(commands.length > 1));
    for (const cache of ['first', 'second', 'third']) {
      await seed(one, cache);
      await settled();
    }
    expect(commands).toHaveLength(2);
    expect(['first', 'second', 'third'].map((cache) => existsSync(inFolder(cache)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('is another one for another version of Go', async () => {
    const { library: one, commands } = library(() => Promise.resolve(true));
    await seed(one, 'first');
    await settled();
    files({ 'go/VERSION': 'go1.27' });
    await seed(one, 'second');
    await settled();
    expect([commands.length, existsSync(inFolder('second'))]).toEqual([2, false]);
  });

  it('is nothing to a project of another language', async () => {
    const { library: one, commands } = library(() => Promise.resolve(true));
    files({ 'web/package.json': '{}' });
    await seed(one, 'first', 'web');
    expect(commands).toEqual([]);
  });
});
