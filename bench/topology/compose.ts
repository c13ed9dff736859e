/** The compose file: filled in, validated by the reference implementation of its format, and read. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { buildGoProgram } from '../../test/support/go-program';

/** Compose's own parser as a program; Apache-2.0. */
export const VALIDATOR = {
  name: 'compose-spec',
  package: 'github.com/compose-spec/compose-go/v2/cmd',
  version: '2.16.2',
};
const DEADLINE_MS = 30_000;

/** A time as compose writes it, in ms. */
const Duration = z
  .string()
  .regex(/^(\d+m)?(\d+s)?(\d+ms)?$/)
  .transform((text) => {
    const [, minutes, seconds, ms] = /^(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text) ?? [];
    return Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1_000 + Number(ms ?? 0);
  });

const Volume = z.union([
  z.strictObject({ type: z.literal('volume'), source: z.string(), target: z.string(), volume: z.unknown() }),
  z.strictObject({
    type: z.literal('bind'),
    source: z.string(),
    target: z.string(),
    read_only: z.boolean().default(false),
    bind: z.unknown(),
  }),
]);

/** One service. A key that is not listed is refused, so that the file says nothing that is not carried out. */
export const Service = z.strictObject({
  image: z.string().regex(/^[^:]+:v?\d+(\.\d+)+(-[a-z]+)*$/, { error: 'an image is pinned to a version' }),
  hostname: z.string().optional(),
  user: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.literal(false) })).default([]),
  volumes: z.array(Volume).default([]),
  tmpfs: z.array(z.string()).default([]),
  ports: z
    .array(z.object({ host_ip: z.literal('127.0.0.1'), target: z.number(), published: z.string() }))
    .default([]),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  init: z.literal(true),
  security_opt: z.array(z.string()).refine((options) => options.includes('no-new-privileges:true')),
  restart: z.literal('unless-stopped').optional(),
  stop_signal: z.enum(['SIGTERM', 'SIGINT']).default('SIGTERM'),
  stop_grace_period: Duration.default(10_000),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: Duration,
      timeout: Duration,
      retries: z.number(),
      start_period: Duration,
      start_interval: Duration,
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }),
    )
    .default({}),
  // Without a meaning for processes of one machine.
  build: z.unknown().optional(),
  networks: z.unknown().optional(),
  shm_size: z.string().optional(),
});
export type Service = z.infer<typeof Service>;

const Project = z
  .object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.unknown()),
  })
  .superRefine(({ services, volumes }, context) => {
    for (const problem of missingIn(services, Object.keys(volumes))) context.addIssue(problem);
  });
export type Project = z.infer<typeof Project>;

/** Names that services use and nothing has; the validator checks each service by itself only. */
function missingIn(services: Readonly<Record<string, Service>>, volumes: readonly string[]): string[] {
  return Object.entries(services).flatMap(([name, service]) => [
    ...Object.entries(service.depends_on).flatMap(([needed, { condition }]) => {
      const other = services[needed];
      if (!other) return [`${name} depends on ${needed}, which is not there`];
      const answers = condition === 'service_healthy' ? other.healthcheck : other.restart === undefined;
      return answers ? [] : [`${name} waits for ${needed} by a condition that never holds`];
    }),
    ...service.volumes.flatMap(({ type, source }) =>
      type === 'bind' || volumes.includes(source)
        ? []
        : [`${name} mounts the volume ${source}, which is not there`],
    ),
  ]);
}

export const COMPOSE_FILE = path.join(PROJECT_ROOT, 'docker-compose.yml');
export const ENV_EXAMPLE = path.join(PROJECT_ROOT, 'docker-compose.env.example');

/** The one form of a variable that the file uses: required, with a message. */
const VARIABLE = /\$\{([A-Z][A-Z0-9_]*):\?[^}]*\}/g;

/** Names of the variables that the file needs, in order. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

/** Variables of an env file: lines of `NAME=value`. */
export function pairsOf(envFile: string): Record<string, string> {
  const pairs = [...envFile.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
}

/** Names of the variables that an env file sets. */
export function variablesIn(envFile: string): string[] {
  return Object.keys(pairsOf(envFile));
}

/** The file's text with the values of its variables. Throws where one is missing, or the text has another form of them. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(VARIABLE, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === '')
      throw new Error(`The variable ${name} of the compose file has no value.`);
    return value;
  });
  const [rest] = /\$[{A-Za-z][^\s]*/.exec(filled) ?? [];
  if (rest !== undefined) throw new Error(`${rest} in the compose file is not written as \${NAME:?message}.`);
  return filled;
}

/**
 * Reads a compose file whose relative paths start in `folder`. Rejects with the validator's sentence if it is not as
 * the format has it.
 */
export async function readCompose(
  folder: string,
  text: string,
  values: Readonly<Record<string, string>>,
  say?: (line: string) => void,
): Promise<Project> {
  const validator = await buildGoProgram(VALIDATOR, say);
  const file = path.join(folder, 'filled.yml');
  writeFileSync(file, fillIn(text, values), { mode: 0o600 });
  const { stdout } = await promisify(execFile)(validator, ['-format', 'json', file], {
    cwd: folder,
    timeout: DEADLINE_MS,
  });
  const parsed = Project.safeParse(JSON.parse(stdout));
  if (parsed.success) return parsed.data;
  throw new Error(`The topology cannot carry out the compose file:\n${z.prettifyError(parsed.error)}`);
}

/** The compose file of the repository. */
export function composeText(): string {
  return readFileSync(COMPOSE_FILE, 'utf8');
}
