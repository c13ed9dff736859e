import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, empty folder, by its real path; whoever asks for it removes it. */
export function tempFolder(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `kintsugi-${name}-`)));
}
