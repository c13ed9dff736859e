import type { CallOptions, ModelSettings } from './types';

/** A model to ask, and the setting that names it. */
export interface Choice {
  model: string;
  setting: string;
}

/** The models that a call may go to, in their order: the one that it names, else its purpose's, then the fallbacks. */
export function choicesOf(
  { model: general, purposes, fallbacks = [] }: Pick<ModelSettings, 'model' | 'purposes' | 'fallbacks'>,
  { model, purpose }: Pick<CallOptions, 'model' | 'purpose'>,
): Choice[] {
  if (model !== undefined) return [{ model, setting: '--model' }];
  const own = purposes?.[purpose];
  const first = own
    ? { model: own, setting: `KINTSUGI_MODEL_${purpose.toUpperCase()}` }
    : { model: general, setting: 'KINTSUGI_MODEL' };
  const rest = fallbacks.filter((name, index) => name !== first.model && fallbacks.indexOf(name) === index);
  return [first, ...rest.map((name) => ({ model: name, setting: 'KINTSUGI_MODEL_FALLBACKS' }))];
}
