import ts from 'typescript';

/** Value of JSON with comments and trailing commas, as tools write their settings; undefined where it is none. */
export function plainJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { config, error } = ts.parseConfigFileTextToJson('settings.json', text) as {
      config?: unknown;
      error?: unknown;
    };
    return error === undefined ? config : undefined;
  }
}
