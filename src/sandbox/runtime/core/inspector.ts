/** node:inspector: nobody is debugging. */
import { absentModule } from '../node/absent';

export default absentModule('inspector', 'Session open waitForDebugger', {
  close: () => undefined,
  url: () => undefined,
});
