import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { PROJECT_ROOT } from './paths';

// Compiled code is kept between starts. Imported before all else, since only modules that are loaded after it gain:
// 380 ms of processor time in place of 530 for a command, 1.2 s in place of 1.5 for a worker. Jest's modules lack it.
(enableCompileCache as typeof enableCompileCache | undefined)?.(join(PROJECT_ROOT, '.cache', 'compiled'));
