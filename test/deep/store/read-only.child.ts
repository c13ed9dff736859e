// Opens a store on a disk that cannot be written, and says how that ended.
import { openStore } from '../../../src/store';

openStore(process.argv[2] ?? '').then(
  () => process.stdout.write('opened'),
  (error: unknown) => process.stdout.write(String(error)),
);
