import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder that a restore must bring back: `path type mode content`, sorted. Links are not followed. */
export function manifest(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { encoding: 'buffer' }).flatMap((bytes) => {
    const name = bytes.toString('latin1');
    const path = Buffer.concat([Buffer.from(join(folder, below)), Buffer.from('/'), bytes]);
    const shown = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return [`${shown} link ${readlinkSync(path)}`];
    if (stat.isDirectory()) return [`${shown} dir ${mode}`, ...manifest(folder, shown)];
    return [`${shown} file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`];
  }).sort();
}
