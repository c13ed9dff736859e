/** Checks of model settings that depend on each other. */
import { ConfigError } from './config-error';
import { rowsOf, variablesOf, type Values } from './option';
import { SERVICE_OPTIONS } from './service-options';

type Given = Values<typeof SERVICE_OPTIONS.model>;

/** Settings of a model endpoint. */
export type ModelConfig = Given & { model: string; apiKey: string };

/**
 * The model, undefined where none is configured, or the problem with its settings: those who look at runs need no model,
 * so they are not refused for it.
 */
export function modelIn(given: Given): { model?: ModelConfig; problem?: string } {
  try {
    return { model: completeModel(given) };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

/** Throws `ConfigError` where the settings of the model can't be used: for whatever starts runs or workers. */
export function requireModelSettings({ modelProblem }: { modelProblem?: string }): void {
  if (modelProblem !== undefined) throw new ConfigError(modelProblem);
}

/** Undefined where no model is configured. Throws `ConfigError` where something is missing. */
function completeModel(given: Given): ModelConfig | undefined {
  const { model, baseUrl, apiKey } = given;
  const [other] = otherModels(given);
  if (model === undefined) {
    if (other === undefined) return undefined;
    throw new ConfigError(`${other} is set, but KINTSUGI_MODEL is not: set the model for everything else.`);
  }
  if (apiKey === undefined && baseUrl === undefined) {
    throw new ConfigError(
      'KINTSUGI_MODEL is set, but there is no key: set OPENAI_API_KEY, or KINTSUGI_MODEL_BASE_URL for an endpoint that needs none.',
    );
  }
  checkAzure(given, other);
  // Local endpoints take any key, and the client refuses to be made without one.
  return { ...given, model, apiKey: apiKey ?? 'not-needed' };
}

function otherModels({ purposes, fallbacks }: Given): string[] {
  const set = rowsOf(SERVICE_OPTIONS.model.purposes).flatMap(({ path: [name = ''], row }) =>
    name in purposes ? variablesOf(row) : [],
  );
  return fallbacks.length > 0 ? [...set, ...variablesOf(SERVICE_OPTIONS.model.fallbacks)] : set;
}

/** Azure has its own key, an address for each resource, and addresses that stand for one model alone. */
function checkAzure({ apiVersion, baseUrl, apiKey }: Given, other: string | undefined): void {
  if (apiVersion === undefined) return;
  if (baseUrl === undefined) {
    throw new ConfigError(
      "KINTSUGI_MODEL_API_VERSION is set, but there is no address: set KINTSUGI_MODEL_BASE_URL to your Azure resource's.",
    );
  }
  if (apiKey === undefined) {
    throw new ConfigError(
      'KINTSUGI_MODEL_API_VERSION is set, but there is no key: set KINTSUGI_MODEL_API_KEY.',
    );
  }
  if (other !== undefined && /\/deployments\//.test(baseUrl)) {
    throw new ConfigError(
      `KINTSUGI_MODEL_BASE_URL is the address of one deployment, so ${other} cannot name another: end the address with /openai.`,
    );
  }
}
