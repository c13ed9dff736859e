/** The library of node:fs and node:fs/promises. */
import { inspect } from 'node:util';
import { setInspect } from '../node/errors';
import { createFs } from '../fs/module';

setInspect((value) => inspect(value));

const { fs, promises } = createFs();

const modules: Record<string, unknown> = { fs, 'fs/promises': promises, globals: {} };

export const load = (name: string): unknown => modules[name];
