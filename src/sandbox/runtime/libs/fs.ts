/** The library of node:fs and node:fs/promises. */
import { inspect } from 'node:util';
import { setInspect } from '../node/errors';
import { createFs } from '../fs/module';
import { forSide } from '../fs/sides';

setInspect((value) => inspect(value));

const { fs, promises } = createFs();

const modules: Record<string, unknown> = {
  fs,
  'fs/promises': promises,
  'internal/fs-sides': forSide,
  globals: {},
};

export const load = (name: string): unknown => modules[name];
