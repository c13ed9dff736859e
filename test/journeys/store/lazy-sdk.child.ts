// Says at which point the S3 client is loaded.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { openStore } from '../../../src/store';

let loaded = false;
registerHooks({
  resolve: (specifier, context, next) => {
    loaded ||= specifier === '@aws-sdk/client-s3';
    return next(specifier, context);
  },
});
const isLoaded = (): boolean => loaded;

async function main(): Promise<void> {
  const [folder = ''] = process.argv.slice(2);
  const alone = await openStore(join(folder, 'alone'));
  await alone.blobs.put(Buffer.from('x'));
  const seen = { alone: isLoaded(), opened: false, used: false };
  const settings = { bucket: 'b', endpoint: 'http://127.0.0.1:9', prefix: 'p', deadlineMs: 50 };
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  const shared = await openStore(join(folder, 'shared'), { shared: { ...settings, keys } });
  seen.opened = isLoaded();
  await shared.blobs.put(Buffer.from('x')).catch(() => undefined);
  seen.used = isLoaded();
  await alone.close();
  await shared.close();
  process.stdout.write(JSON.stringify(seen));
}

void main();
