/** Images of the compose file, put together from programs of this machine: the tag of an image says which version. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '../../src/config';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { buildGoProgram, onPath, type GoProgram } from '../../test/support/go-program';
import { readDockerfile } from './dockerfile';

/** Parts of an image's container. */
export interface Image {
  /** Files and folders: place in the container → place on this machine. They are read-only there. */
  files: Record<string, string>;
  env: Record<string, string>;
  user: string;
  /** Stands before the service's command. */
  entrypoint: string[];
  /** Command of a service that names none. */
  command: string[];
  /** Version that really runs, where it need not be the tag's. */
  version?: string;
}

export interface ImageOptions {
  /** Folder for files that are made for an image. */
  folder: string;
  say: (line: string) => void;
}

type Maker = (tag: string, options: ImageOptions) => Promise<Image>;

const BIN = '/usr/local/bin';
const TEMPORAL = 'go.temporal.io/server/cmd';

/** Puts the image of a service together. Rejects with a sentence that names what this machine lacks. */
export async function makeImage(name: string, options: ImageOptions): Promise<Image> {
  const [repository = '', tag = ''] = name.split(':');
  const maker = MAKERS[repository];
  if (!maker)
    throw new Error(`The topology has no image ${repository}: give it one in bench/topology/images.ts.`);
  return maker(tag, options);
}

const MAKERS: Record<string, Maker> = {
  postgres,
  kintsugi,
  'temporalio/server': async (tag, { say }) => {
    const program = await build(
      { name: 'temporal-server', package: `${TEMPORAL}/server`, version: tag },
      say,
    );
    return image({
      files: { [`${BIN}/temporal-server`]: program, [`${BIN}/entrypoint.sh`]: own('temporal-entrypoint.sh') },
      user: 'temporal',
      entrypoint: ['sh', `${BIN}/entrypoint.sh`],
    });
  },
  'temporalio/admin-tools': async (tag, { say }) => {
    const program = { name: 'temporal-sql-tool', package: `${TEMPORAL}/tools/sql`, version: tag };
    return image({ files: { [`${BIN}/temporal-sql-tool`]: await build(program, say) }, user: 'temporal' });
  },
  'temporalio/ui': ui,
  'versity/versitygw': async (tag, { say }) => {
    const version = tag.replace(/^v/, '');
    const program = { name: 'versitygw', package: 'github.com/versity/versitygw/cmd/versitygw', version };
    return image({ files: { [`${BIN}/versitygw`]: await build(program, say) }, entrypoint: ['versitygw'] });
  },
};

function image(parts: Partial<Image>): Image {
  return { files: {}, env: {}, user: 'root', entrypoint: [], command: [], ...parts };
}

/** A script of this folder, which `npm run` has bundled away from it. */
function own(name: string): string {
  return path.join(PROJECT_ROOT, 'bench', 'topology', name);
}

async function build(program: GoProgram, say: (line: string) => void): Promise<string> {
  try {
    return await buildGoProgram(program, say);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The topology needs ${program.name} ${program.version}: ${reason}.`, { cause: error });
  }
}

/** PostgreSQL of the same major version, as Debian has it. */
async function postgres(tag: string): Promise<Image> {
  const [major = ''] = tag.split('.');
  const bin = `/usr/lib/postgresql/${major}/bin`;
  if (!existsSync(path.join(bin, 'postgres')))
    throw new Error(`The topology needs PostgreSQL ${major}: apt-get install postgresql-${major}.`);
  const { stdout } = await promisify(execFile)(path.join(bin, 'postgres'), ['--version']);
  return image({
    files: { [`${BIN}/docker-entrypoint.sh`]: own('postgres-entrypoint.sh') },
    env: { PATH: `${BIN}:/usr/bin:${bin}`, PGDATA: '/var/lib/postgresql/data' },
    entrypoint: ['docker-entrypoint.sh'],
    command: ['postgres'],
    version: stdout.trim(),
  });
}

/** The Web UI with the settings file of its image, and one line more: there it listens on all addresses. */
async function ui(tag: string, { folder, say }: ImageOptions): Promise<Image> {
  const module = 'github.com/temporalio/ui-server/v2';
  const program = await build(
    { name: 'temporal-ui-server', package: `${module}/cmd/server`, version: tag },
    say,
  );
  const { path: search } = loadConfig();
  const go = onPath(search, 'go');
  if (go === undefined) throw new Error('The topology needs Go for the settings of the Web UI: install Go.');
  const { stdout } = await promisify(execFile)(go, ['mod', 'download', '-json', `${module}@v${tag}`], {
    cwd: folder,
  });
  const { Dir } = JSON.parse(stdout) as { Dir: string };
  const settings = path.join(folder, 'ui.yaml');
  const template = readFileSync(path.join(Dir, 'config', 'docker.yaml'), 'utf8');
  writeFileSync(settings, `${template}\nhost: {{ env "HOSTNAME" }}\n`);
  return image({
    files: { '/home/ui-server/ui-server': program, '/home/ui-server/config/docker.yaml': settings },
    user: 'temporal',
    entrypoint: ['/home/ui-server/ui-server', '--root', '/home/ui-server', '--env', 'docker', 'start'],
  });
}

/** Kintsugi's own image by its Dockerfile: what the last stage copies, and nothing else of this folder. */
async function kintsugi(_: string, { folder }: ImageOptions): Promise<Image> {
  const recipe = readDockerfile(readFileSync(path.join(PROJECT_ROOT, 'Dockerfile'), 'utf8'));
  const files = Object.fromEntries(recipe.copied.map(({ from, to }) => [to, path.join(PROJECT_ROOT, from)]));
  mkdirSync(folder, { recursive: true });
  return image({
    files: { ...files, [`${BIN}/node`]: process.execPath },
    env: recipe.env,
    user: recipe.user,
    command: recipe.command,
    version: `Node ${process.version}`,
  });
}
