/** The library of the web's classes for what is fetched: a test may need them to play the server. */
import { Blob, File } from '../fetch/blob';
import { FormData } from '../fetch/form-data';
import { Headers } from '../fetch/headers';
import { Request, Response } from '../fetch/messages';

const modules: Record<string, unknown> = { globals: { Blob, File, FormData, Headers, Request, Response } };

export const load = (name: string): unknown => modules[name];
