import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/store';
import { createMemoryStore } from '../../../src/store/memory-store';
import { tempFolder } from '../../support/temp-folder';
import { storeContract } from './contract';

const folder = tempFolder('stores');
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeContract('memory', () => Promise.resolve(createMemoryStore()));
storeContract('LMDB', () => openStore(join(folder, String((count += 1)))));
