import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, WORKER_NODE_FLAGS } from '../../../src/machine/paths';
import { loadConfig } from '../../../src/config';
import {
  composeText,
  ENV_EXAMPLE,
  readCompose,
  variablesIn,
  variablesOf,
  VALIDATOR,
  type Project,
} from '../../../bench/topology/compose';
import { readDockerfile } from '../../../bench/topology/dockerfile';
import { builtPath, isProgram, onPath } from '../../support/go-program';
import { tempFolder } from '../../support/temp-folder';

const values = Object.fromEntries(
  variablesIn(readFileSync(ENV_EXAMPLE, 'utf8')).map((name) => [name, `/value-of-${name.toLowerCase()}`]),
);
const dockerfile = readDockerfile(readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8'));

/** The validator of the format is built with Go. Without Go its tests are skipped, and say so, or fail if this is CI. */
const hasValidator = isProgram(builtPath(VALIDATOR)) || onPath(loadConfig().path, 'go') !== undefined;
const describeValidated = hasValidator || process.env['CI'] !== undefined ? describe : describe.skip;
if (!hasValidator) process.stderr.write('Tests of the compose file need Go, to build its validator.\n');

describe('the env example of the compose file', () => {
  it('names every variable that the compose file uses, and no other', () => {
    expect(variablesIn(readFileSync(ENV_EXAMPLE, 'utf8')).sort()).toEqual(variablesOf(composeText()).sort());
  });

  it('gives no secret a value', () => {
    const text = readFileSync(ENV_EXAMPLE, 'utf8');
    expect([...text.matchAll(/^[A-Z][A-Z0-9_]*=(.+)$/gm)].map(([line]) => line)).toEqual([]);
  });
});

describeValidated('the compose file', () => {
  let folder: string;
  let project: Project;

  beforeAll(async () => {
    folder = tempFolder('compose');
    project = await readCompose(folder, composeText(), values);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const changed = (from: string | RegExp, to: string): Promise<Project> => {
    const text = composeText();
    const other = text.replace(from, to);
    expect(other).not.toBe(text);
    return readCompose(folder, other, values);
  };

  it('has the database, the schema, Temporal, its setup and Web UI, an S3 server and two workers', () => {
    expect(Object.keys(project.services).sort()).toEqual(
      ['database', 'schema', 'temporal', 'ui', 's3', 'setup', 'worker-1', 'worker-2'].sort(),
    );
  });

  it('is refused with a word that its format does not have', async () => {
    await expect(changed('hostname: s3', 'hostnam: s3')).rejects.toThrow(/services\.s3\.hostnam/);
  });

  it.each([
    ['it depends on a service that is not there', 'database: { condition', 'databas: { condition', /databas/],
    [
      'it waits for the health of a job',
      'setup: { condition: service_completed_successfully',
      'setup: { condition: service_healthy',
      /never holds/,
    ],
    ['it mounts a volume that is not there', 'objects:/objects', 'object:/objects', /volume object/],
    ['a root is writable', 'read_only: true', 'read_only: false', /read_only/],
    ['a service keeps capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]', /cap_drop/],
  ])('is refused where %s', async (_, from, to, sentence) => {
    await expect(changed(from, to)).rejects.toThrow(sentence);
  });

  it.each(['postgres:latest', 'postgres', 'postgres:15'])('is refused with the image %s', async (image) => {
    await expect(changed('postgres:15.18-bookworm', image)).rejects.toThrow(/pinned/);
  });

  it('is refused where a port is open to other machines', async () => {
    await expect(changed('127.0.0.1:7233:7233', '7233:7233')).rejects.toThrow(/host_ip/);
  });

  it('is refused where a variable has a default', async () => {
    await expect(
      changed('${POSTGRES_PASSWORD:?set it in .env}', '${POSTGRES_PASSWORD:-temporal}'),
    ).rejects.toThrow(/is not written as/);
  });

  it('is refused where a variable has no value', async () => {
    await expect(readCompose(folder, composeText(), { ...values, S3_ACCESS_KEY_ID: '' })).rejects.toThrow(
      'S3_ACCESS_KEY_ID',
    );
  });

  it('gives no worker the password of the database', () => {
    for (const name of ['worker-1', 'worker-2', 'setup', 'ui', 's3'])
      expect(Object.values(project.services[name]?.environment ?? {})).not.toContain(
        values['POSTGRES_PASSWORD'],
      );
  });

  it('gives the setup job the settings of the workers, which say how long the namespace keeps runs', () => {
    const { setup, 'worker-1': first, 'worker-2': second } = project.services;
    expect(setup?.env_file.map(({ path }) => path)).toEqual([join(folder, 'worker.env')]);
    for (const worker of [first, second]) {
      expect(worker?.env_file).toEqual(setup?.env_file);
      expect(worker?.environment).toEqual(setup?.environment);
    }
  });

  it('builds the image of setup and workers in one service only, since two builds at once hinder each other', () => {
    const builders = Object.entries(project.services).filter(([, { build }]) => build !== undefined);
    expect(builders.map(([name]) => name)).toEqual(['setup']);
    for (const worker of ['worker-1', 'worker-2'])
      expect(project.services[worker]?.image).toBe(project.services['setup']?.image);
  });

  it('checks the health of every service that goes on', () => {
    for (const service of Object.values(project.services))
      expect(service.restart === undefined).toBe(service.healthcheck === undefined);
  });

  it('gives a worker more time to stop than the worker itself takes', () => {
    for (const name of ['worker-1', 'worker-2']) {
      const { stop_grace_period, environment } = project.services[name] ?? {};
      expect(stop_grace_period).toBeGreaterThan(Number(environment?.['KINTSUGI_FORCE_SECONDS']) * 1_000);
    }
  });

  it('mounts only files that the repository has', () => {
    for (const { volumes } of Object.values(project.services))
      for (const volume of volumes)
        if (volume.source.startsWith(`${folder}/deploy/`))
          expect(statSync(volume.source.replace(folder, PROJECT_ROOT)).isFile()).toBe(true);
  });
});

describe('the image of a worker', () => {
  it('starts the worker with the flags that kintsugi up starts it with', () => {
    expect(dockerfile.command).toEqual(['node', ...WORKER_NODE_FLAGS, '/app/dist/service/up.js']);
  });

  it('runs as a user without rights, on the Node that the launcher installs', () => {
    expect(dockerfile.user).toBe('node');
    const version = readFileSync(join(PROJECT_ROOT, '.node-version'), 'utf8').trim();
    expect(readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')).toContain(
      `ARG NODE=node:${version}-bookworm-slim`,
    );
  });

  it('is built from no more than what the engine is sent', () => {
    const ignore = readFileSync(join(PROJECT_ROOT, '.dockerignore'), 'utf8').split('\n');
    const sent = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignore).toContain('*');
    const inRepository = readdirSync(PROJECT_ROOT);
    const made = ['node_modules', 'dist'];
    for (const { from } of dockerfile.copied)
      expect([...made, ...sent].includes(from) || (inRepository.includes(from) && sent.includes(from))).toBe(
        true,
      );
  });
});
