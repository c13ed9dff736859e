import { hash } from 'node:crypto';

/** SHA-256 of bytes or text, in hex. */
export function sha256(given: Uint8Array | string): string {
  return hash('sha256', given, 'hex');
}

/** The first 16 digits of a SHA-256: enough to tell apart what one folder, run or setting has. */
export function shortHash(given: Uint8Array | string): string {
  return sha256(given).slice(0, 16);
}
