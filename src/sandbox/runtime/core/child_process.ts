/** node:child_process: there are no processes to start. */
import { absentModule } from '../node/absent';

export default absentModule(
  'child_process',
  'ChildProcess exec execFile execFileSync execSync fork spawn spawnSync',
);
