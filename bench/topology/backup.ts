/** Backup and restore of a topology: the database and the bucket, while runs go on. */
import { once } from 'node:events';
import { cpSync, createWriteStream, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, paginateListObjectsV2, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { WORKERS, type Topology } from './start';

/** The command of the guide page: one consistent copy of both databases, without stopping them. */
const SAVE_DATABASE = [
  ...['pg_basebackup', '--username', 'temporal', '--pgdata', '-', '--format', 'tar'],
  // Without `fast` it waits minutes for the next checkpoint.
  ...['--wal-method', 'fetch', '--checkpoint', 'fast'],
];

/** The same in the other direction, in a container of the database that does not run yet. */
const RESTORE_DATABASE = ['tar', '--extract', '--directory', '/var/lib/postgresql/data'];

/** Folder of a backup. */
const placesIn = (folder: string) => ({
  database: path.join(folder, 'database.tar'),
  objects: path.join(folder, 'objects'),
});

/**
 * Saves database and bucket into a folder. The database comes first: whatever its histories name is in the bucket
 * already, so the later copy of the bucket has it.
 */
export async function save(topology: Topology, folder: string): Promise<void> {
  const { database, objects } = placesIn(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const worker of WORKERS)
    cpSync(path.join(topology.engine.volume(worker), 'host-id'), path.join(folder, `${worker}.host-id`));
  await saveDatabase(topology, database);
  await saveBucket(topology, objects);
}

async function saveDatabase({ engine }: Topology, file: string): Promise<void> {
  const copying = engine.container('database').spawn(SAVE_DATABASE, ['ignore', 'pipe', 'inherit']);
  const ended = once(copying, 'exit');
  if (!copying.stdout) throw new Error('the copy of the database has no output');
  await pipeline(copying.stdout, createWriteStream(file, { mode: 0o600 }));
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The database cannot be copied: pg_basebackup ended with ${code}.`);
}

/**
 * Puts a backup into a new topology that has been prepared and not started, with the secrets of the old one. Starts its database, S3 server and Temporal, but no worker: none may see a bucket that is half there.
 */
export async function restore(topology: Topology, folder: string): Promise<void> {
  const { engine } = topology;
  const { database, objects } = placesIn(folder);
  await engine.runOnce('database', RESTORE_DATABASE, database);
  // The name of a machine: its directories are known by it. All else of a data folder is a cache.
  for (const worker of WORKERS)
    await engine.runOnce(worker, ['sh', '-c', 'cat >/data/host-id'], path.join(folder, `${worker}.host-id`));
  await engine.up(['setup']);
  await fillBucket(topology, objects);
}

function bucketOf({ engine, values }: Topology): { client: S3Client; Bucket: string } {
  const credentials = {
    accessKeyId: values['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: values['S3_SECRET_ACCESS_KEY'] ?? '',
  };
  const endpoint = `http://${engine.addressOf('s3', 7070)}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  return { client, Bucket: values['KINTSUGI_S3_BUCKET'] ?? '' };
}

/** A copy as `aws s3 sync` makes it, so that the test needs no further program. */
async function saveBucket(topology: Topology, folder: string): Promise<void> {
  const { client, Bucket } = bucketOf(topology);
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key = '' } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      const file = path.join(folder, Key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, (await Body?.transformToByteArray()) ?? '');
    }
  client.destroy();
}

async function fillBucket(topology: Topology, folder: string): Promise<void> {
  const { client, Bucket } = bucketOf(topology);
  for (const file of await filesBelow(folder)) {
    const Key = path.relative(folder, file).split(path.sep).join('/');
    await client.send(new PutObjectCommand({ Bucket, Key, Body: await readFile(file) }));
  }
  client.destroy();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
