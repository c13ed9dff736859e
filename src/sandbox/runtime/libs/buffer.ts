/** The library of node:buffer and node:string_decoder. */
import { buffer as bytes, stringDecoder } from '../buffer/binding';
import nodeModule from './natives';

nodeModule.add({}, { bindings: { buffer: () => bytes, string_decoder: () => stringDecoder } });

const buffer = nodeModule<typeof import('node:buffer')>('buffer');

/** Blob and File belong to the web's classes, which are made when they are asked for. */
for (const name of ['Blob', 'File'] as const) {
  Object.defineProperty(buffer, name, {
    get: () => sandboxHost.global[name],
    enumerable: true,
    configurable: true,
  });
}
Object.assign(buffer, { resolveObjectURL: () => undefined });

const modules: Record<string, unknown> = {
  buffer,
  string_decoder: nodeModule('string_decoder'),
  globals: buffer,
};

export const load = (name: string): unknown => modules[name];
