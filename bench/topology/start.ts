/** A topology in a folder: secrets of its own, the compose file, and a folder of projects for each worker. */
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { composeText, ENV_EXAMPLE, pairsOf, readCompose, variablesIn } from './compose';
import { Engine } from './engine';

export interface TopologyOptions {
  /** Folder of everything; one that has been used before goes on with its data. */
  folder: string;
  say: (line: string) => void;
}

export interface Topology {
  engine: Engine;
  /** Variables that the compose file was filled in with. */
  values: Readonly<Record<string, string>>;
  /** Folder on this machine of the projects that a worker has below `/projects`. */
  projects(worker: WorkerName): string;
}

export const WORKERS = ['worker-1', 'worker-2'] as const;
export type WorkerName = (typeof WORKERS)[number];

/** Prepares a topology as the guide page tells people to: fills in the example of the env file. Starts nothing. */
export async function prepareTopology({ folder, say }: TopologyOptions): Promise<Topology> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const values = readValues(folder);
  for (const name of ['PROJECTS_1', 'PROJECTS_2']) mkdirSync(values[name] ?? '', { recursive: true });
  cpSync(path.join(PROJECT_ROOT, 'deploy'), path.join(folder, 'deploy'), { recursive: true });
  const project = await readCompose(folder, composeText(), values, say);
  const engine = await Engine.prepare(project, folder, say);
  return { engine, values, projects: (worker) => values[`PROJECTS_${worker.at(-1)}`] ?? '' };
}

/** The filled-in env file of the folder; made at its first use. */
function readValues(folder: string): Record<string, string> {
  const file = path.join(folder, '.env');
  if (!existsSync(file)) {
    const names = variablesIn(readFileSync(ENV_EXAMPLE, 'utf8'));
    const lines = names.map((name) => `${name}=${valueFor(name, folder)}`);
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  }
  return pairsOf(readFileSync(file, 'utf8'));
}

function valueFor(name: string, folder: string): string {
  if (name.startsWith('PROJECTS_')) return path.join(folder, `projects-${name.at(-1)}`);
  if (name === 'KINTSUGI_NAMESPACE' || name === 'KINTSUGI_S3_BUCKET') return 'kintsugi';
  return randomBytes(24).toString('hex');
}
