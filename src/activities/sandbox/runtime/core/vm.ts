/** node:vm: code runs in the one context there is, or not at all. */
import { absentModule } from '../node/absent';

const evaluate = eval;

const NAMES = 'Script compileFunction createContext createScript measureMemory runInContext runInNewContext';

export default absentModule('vm', NAMES, {
  isContext: () => false,
  runInThisContext: (code: unknown): unknown => evaluate(String(code)) as unknown,
  constants: Object.freeze({}),
});
