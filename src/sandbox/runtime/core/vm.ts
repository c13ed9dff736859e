/** node:vm: there is one context. */
import { absentModule } from '../node/absent';

const NAMES =
  'Script compileFunction createContext createScript measureMemory runInContext runInNewContext runInThisContext';

export default absentModule('vm', NAMES, {
  isContext: () => false,
  constants: Object.freeze({}),
});
