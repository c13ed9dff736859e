import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Everything below a folder that a restore must bring back: `path type mode content`, sorted. Links are not
 * followed. Names are shown as Latin-1, which every byte has a place in.
 */
export function manifest(folder: string): string[] {
  return below(Buffer.from(folder), '', false).sort();
}

/** The same with modification times, in µs. */
export function timedManifest(folder: string): string[] {
  return below(Buffer.from(folder), '', true).sort();
}

function below(folder: Buffer, prefix: string, times: boolean): string[] {
  return readdirSync(folder, { encoding: 'buffer' }).flatMap((name) => {
    const path = Buffer.concat([folder, Buffer.from('/'), name]);
    const shown = prefix + name.toString('latin1');
    const stat = lstatSync(path);
    const time = times ? ` ${lstatSync(path, { bigint: true }).mtimeNs / 1_000n}` : '';
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return [`${shown} link ${readlinkSync(path, { encoding: 'latin1' })}${time}`];
    if (stat.isDirectory()) return [`${shown} dir ${mode}${time}`, ...below(path, `${shown}/`, times)];
    return [`${shown} file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}${time}`];
  });
}
