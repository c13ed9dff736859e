/**
 * V8's compiled form of sources that are loaded again and again. Every run has its own isolate, and compiling a
 * program's modules takes most of the time of loading them. 277 modules: 5 ms instead of 16.
 */
import type ivm from 'isolated-vm';
import type { Prepared } from './prepare';

/** Compiled text with its code cache. */
interface Entry {
  /** The modules that the text is made of, to be told by identity. */
  modules: readonly Prepared[];
  data?: ivm.ExternalCopy<ArrayBuffer>;
}

/** By the first module of the text and the form in which it is wrapped. */
const entries = new WeakMap<Prepared, Map<string, Entry>>();

function isSame(left: readonly Prepared[], right: readonly Prepared[]): boolean {
  return left.length === right.length && left.every((module, index) => module === right[index]);
}

/**
 * Compiles the text of `modules` in its present form. A text that is compiled for the first time is not kept: it may be
 * a variant that never comes again.
 */
export function compileCached(
  isolate: ivm.Isolate,
  modules: readonly [Prepared, ...Prepared[]],
  form: string,
  text: string,
  origin: ivm.ScriptOrigin,
): ivm.Script {
  const forms = entries.get(modules[0]) ?? new Map<string, Entry>();
  entries.set(modules[0], forms);
  const entry = forms.get(form);
  if (!entry || !isSame(entry.modules, modules)) {
    forms.set(form, { modules });
    return isolate.compileScriptSync(text, origin);
  }
  if (entry.data) return isolate.compileScriptSync(text, { ...origin, cachedData: entry.data });
  const script = isolate.compileScriptSync(text, { ...origin, produceCachedData: true });
  entry.data = (script as ivm.Script & ivm.CachedDataResult).cachedData;
  return script;
}
