const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

type Level = 'error' | 'warning' | 'note';

/** A kind of findings. */
export interface SarifRule {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly level: Level;
}

/** A finding; `path` is relative to the project. */
export interface SarifResult {
  readonly id: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** Findings as SARIF 2.1.0. `tool`: who found them, `version`: of Kintsugi. */
export function sarifText(
  tool: { readonly name: string; readonly version: string },
  rules: readonly SarifRule[],
  results: readonly SarifResult[],
  properties: object,
): string {
  const levels = new Map(rules.map(({ id, level }) => [id, level]));
  const driver = {
    ...tool,
    rules: rules.map(({ id, title, meaning, level }) => ({
      id,
      shortDescription: { text: title },
      fullDescription: { text: meaning },
      defaultConfiguration: { level },
    })),
  };
  const told = results.map((one) => ({
    ruleId: one.id,
    ruleIndex: rules.findIndex(({ id }) => id === one.id),
    level: levels.get(one.id),
    message: { text: one.message },
    locations: locationsOf(one),
  }));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, results: told, properties }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationsOf({ path, line }: SarifResult): object[] {
  if (path === undefined) return [];
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const region = line === undefined ? {} : { region: { startLine: line } };
  return [{ physicalLocation: { artifactLocation: { uri }, ...region } }];
}
