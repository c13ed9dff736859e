import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { badInput } from '../../domain/kintsugi-error';
import { replaceFile } from '../../machine/atomic-file';
import { sha256 } from '../../machine/hash';
import { errorCode } from '../../machine/system-errors';
import type { Admit } from './visitors';

/** People who are let in under their names, each with the digest of a token: who reads the file can't come in by it. */
const People = z.record(z.string(), z.string());

/** Makes a token for a person. One that the person had before lets nobody in any more. */
export async function newTokenFor(name: string, path: string): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await replaceFile(path, JSON.stringify({ ...readPeople(path), [name]: sha256(token) }, undefined, 2));
  return token;
}

/** Admits people by tokens of theirs, also of ones that are made while the dashboard is served. */
export function ownTokens(path: string): Admit {
  return (token) => {
    const digest = sha256(token);
    const found = Object.entries(readPeople(path)).find(([, known]) => known === digest);
    if (!found) return undefined;
    const [by] = found;
    return { by, isProven: true, isStill: () => readPeople(path)[by] === digest };
  };
}

function readPeople(path: string): z.infer<typeof People> {
  try {
    return People.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw badInput(
      `The file ${basename(path)} in the data folder of Kintsugi can't be read: remove it, and make new addresses with kintsugi ui --for NAME.`,
    );
  }
}
