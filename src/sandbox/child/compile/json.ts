/** JSON modules. */
import type { BrokenModule } from '../../runtime-protocol';
import type { TranspiledCode } from './transpiled';
import { Lines } from './lines';

/** V8 says where, unless the text just ends. */
function broken(source: string, error: unknown): BrokenModule {
  const message = error instanceof Error ? error.message : String(error);
  const at = /at position (\d+)/.exec(message);
  const spot = new Lines(source).at(at ? Number(at[1]) : source.length);
  return { message: message.replace(/ in JSON at position \d+(?: \(line \d+ column \d+\))?/, ''), ...spot };
}

/** Parsed when it is loaded, as Node does: JavaScript gives `__proto__` another meaning. */
export function compileJson(source: string): TranspiledCode | { broken: BrokenModule } {
  try {
    JSON.parse(source);
  } catch (error) {
    return { broken: broken(source, error) };
  }
  const code = `module.exports=JSON.parse(${JSON.stringify(source)})`;
  return { code, kind: 'script', counters: [], requires: [], map: () => undefined };
}
