/** Libraries of models and of data, by the names that code imports. */
export type MlUse = 'training' | 'inference' | 'api' | 'data';

const LIBRARIES: Readonly<Record<MlUse, string>> = {
  training:
    'torch torchvision torchaudio tensorflow keras sklearn xgboost lightgbm catboost jax flax pytorch_lightning lightning ' +
    'accelerate peft trl mlflow wandb @tensorflow/tfjs @tensorflow/tfjs-node brain.js ml5',
  inference:
    'transformers diffusers onnxruntime onnx llama_cpp vllm sentence_transformers safetensors joblib spacy ' +
    'onnxruntime-node onnxruntime-web @xenova/transformers @huggingface/transformers node-llama-cpp',
  api:
    'openai anthropic cohere mistralai groq litellm langchain langchain_openai llama_index ollama google.generativeai ' +
    '@anthropic-ai/sdk @google/generative-ai @mistralai/mistralai @huggingface/inference langchain',
  data: 'pandas polars pyarrow datasets numpy duckdb dask apache-arrow arquero danfojs danfojs-node csv-parse papaparse d3-dsv',
};

const BY_NAME: ReadonlyMap<string, MlUse> = byName();

function byName(): Map<string, MlUse> {
  const rows = Object.entries(LIBRARIES) as [MlUse, string][];
  return new Map(rows.flatMap(([use, names]) => names.split(' ').map((name) => [name, use] as const)));
}

/** Library that an import means, and what it is for; undefined for any other. */
export function mlLibrary(specifier: string): { name: string; use: MlUse } | undefined {
  const slashed = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  for (const name of [specifier, slashed, specifier.split('.')[0] ?? '']) {
    const use = BY_NAME.get(name);
    if (use) return { name, use };
  }
  return undefined;
}
