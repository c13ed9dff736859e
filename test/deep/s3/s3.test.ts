import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import { asBlob } from '../../support/hashes';
import { harmShared } from '../../support/harm-store';
import { describeS3, startS3Server, type S3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';
import { blobContract, storeContract } from '../../support/blob-store-contract';

let server: S3Server;
const folder = tempFolder('s3-stores');

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describeS3('a bucket behind a local tier', () => {
  const open = async () => {
    const prefix = randomUUID();
    const store = await openStore(join(folder, randomUUID()), { shared: server.settings(prefix) });
    return {
      store,
      close: () => store.close(),
      damage: (hash: string) => harmShared(store, server, prefix, asBlob(hash), 'damage'),
      lose: (hash: string) => harmShared(store, server, prefix, asBlob(hash), 'lose'),
    };
  };

  storeContract('tiered', open);
  blobContract('S3', async () => {
    const { store, ...rest } = await open();
    if (!store.shared) throw new Error('no shared tier');
    return { ...rest, blobs: store.shared.reader() };
  });
});
