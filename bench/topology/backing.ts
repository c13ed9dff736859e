/** The server side of the topology for benchmarks: database, Temporal and S3 server, without workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareTopology } from './start';

export interface Backing {
  /** Variables of a worker in a namespace and a part of the bucket of this name. */
  variables(name: string): Record<string, string>;
  close(): Promise<void>;
}

export async function startBacking(say: (line: string) => void): Promise<Backing> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-topology-'));
  const { engine, values } = await prepareTopology({ folder, say });
  const close = async (): Promise<void> => {
    await engine.down();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await engine.up(['temporal', 's3']);
  } catch (error) {
    await close();
    throw error;
  }
  const variables = (name: string): Record<string, string> => ({
    TEMPORAL_ADDRESS: engine.addressOf('temporal', 7233),
    TEMPORAL_NAMESPACE: `bench-${name}`,
    KINTSUGI_S3_BUCKET: values['KINTSUGI_S3_BUCKET'] ?? '',
    KINTSUGI_S3_ENDPOINT: `http://${engine.addressOf('s3', 7070)}`,
    KINTSUGI_S3_PREFIX: name,
    KINTSUGI_S3_ACCESS_KEY_ID: values['S3_ACCESS_KEY_ID'] ?? '',
    KINTSUGI_S3_SECRET_ACCESS_KEY: values['S3_SECRET_ACCESS_KEY'] ?? '',
  });
  return { variables, close };
}
