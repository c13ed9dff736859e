import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HelperProcess } from '../../../src/machine/helpers/process';
import { tempFolder } from '../../support/temp-folder';

it('A helper that sends what nobody can read is stopped, and its question gets no answer', async () => {
  const folder = tempFolder('helper');
  const artefact = join(folder, 'helper.js');
  const frame = `const head = Buffer.alloc(4); head.writeUInt32BE(5); fs.writeSync(4, Buffer.concat([head, Buffer.from('{bad}')]));`;
  writeFileSync(artefact, `const fs = require('node:fs'); ${frame} setTimeout(() => {}, 60_000);`);
  const helper = new HelperProcess<object>(
    { artefact, memoryMb: 64 },
    { deadlineMs: 20_000, idleMs: 20_000 },
  );
  const heard = await helper.ask([{ asks: true }], () => ({ answer: 1 }));
  expect(heard).toEqual({ why: 'it sent what nobody can read', isLate: false });
  expect(helper.isAlive).toBe(false);
  rmSync(folder, { recursive: true });
});
