import { isIPv4 } from 'node:net';
import { loadServiceConfig, type Config, type ModelConfig } from '../../config';
import { speaker, type Say } from '../../domain/run/said';
import { endpointText } from './probe-model';

/** Line at the start of a run: the model that it may ask, where that is, whether it costs, and who set it. */
export function modelLine(
  { model, inherited, language }: Pick<Config, 'model' | 'inherited' | 'language'>,
  named?: string,
): string {
  const say = speaker(language);
  if (!model) return say`Model: none (${'KINTSUGI_MODEL'} is not set).`;
  const name = named ?? model.model;
  const kept =
    named === undefined && inherited.includes('KINTSUGI_MODEL')
      ? ` ${say`It was set in another shell and kept: ${'kintsugi settings unset KINTSUGI_MODEL'} ends that.`}`
      : '';
  return `${say`Model: ${name} at ${endpointText(model)}; ${priceText(model, name, say)}.`}${kept}`;
}

/** The same of a session: commands that talk to one leave a worker its kept settings, whatever this shell has. */
export function sessionModelLine(): string {
  return modelLine(loadServiceConfig({ first: 'service' }));
}

/** Price of a model, as far as it is known. */
export function priceText(model: Pick<ModelConfig, 'prices' | 'baseUrl'>, name: string, say: Say): string {
  const price = Object.hasOwn(model.prices, name) ? model.prices[name] : undefined;
  if (price)
    return say`a million tokens cost $${price.inputPerMillion} in and $${price.outputPerMillion} out`;
  return isLocal(model.baseUrl)
    ? say`it is on this computer, and no price is set`
    : say`it may cost money: no price is set (${'KINTSUGI_MODEL_PRICES'}), so budgets are in tokens`;
}

function isLocal(baseUrl: string | undefined): boolean {
  if (baseUrl === undefined) return false;
  const { hostname } = new URL(baseUrl);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
