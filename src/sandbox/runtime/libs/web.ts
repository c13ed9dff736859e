/** The library of the web's classes for what is fetched: a test may need them to play the server. */
import { inspect } from 'node:util';
import { Blob, File } from '../fetch/blob';
import { FormData } from '../fetch/form-data';
import { Headers } from '../fetch/headers';
import { Request, Response } from '../fetch/messages';
import { setInspect } from '../node/errors';

setInspect((value) => inspect(value));

const modules: Record<string, unknown> = { globals: { Blob, File, FormData, Headers, Request, Response } };

export const load = (name: string): unknown => modules[name];
