/** The library of node:buffer and node:string_decoder. */
import { Buffer, bufferModule } from '../buffer/module';
import { StringDecoder } from '../buffer/string-decoder';
import { globals } from './support';

/** Blob and File belong to the web's classes, which are made when they are asked for. */
for (const name of ['Blob', 'File'] as const) {
  Object.defineProperty(bufferModule, name, {
    get: () => sandboxHost.global[name],
    enumerable: true,
    configurable: true,
  });
}
Object.assign(bufferModule, {
  atob: globals.atob,
  btoa: globals.btoa,
  resolveObjectURL: () => undefined,
});

const modules: Record<string, unknown> = {
  buffer: bufferModule,
  string_decoder: { StringDecoder },
  globals: { Buffer },
};

export const load = (name: string): unknown => modules[name];
