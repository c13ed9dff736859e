import { FINDINGS, kindOf, type Finding, type FindingId } from '../findings';
import type { GateVerdict } from '../verdict';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
const LEVELS = { refuses: 'error', notes: 'note', unjudges: 'warning' } as const;

/** A verdict as SARIF 2.1.0, whose rules are all findings that there are. `version`: of Kintsugi. */
export function sarifOf({ findings, verdict }: GateVerdict, version: string): string {
  const ids = Object.keys(FINDINGS) as FindingId[];
  const rules = ids.map((id) => ({
    id,
    shortDescription: { text: kindOf(id).title },
    fullDescription: { text: kindOf(id).meaning },
    defaultConfiguration: { level: LEVELS[kindOf(id).weight] },
  }));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'kintsugi gate', version, rules } },
        results: findings.map((finding) => ({
          ruleId: finding.id,
          ruleIndex: ids.indexOf(finding.id),
          level: LEVELS[kindOf(finding.id).weight],
          message: { text: finding.message },
          locations: locationsOf(finding),
        })),
        properties: { verdict },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function locationsOf({ path, line }: Finding): object[] {
  if (path === undefined) return [];
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const region = line === undefined ? {} : { region: { startLine: line } };
  return [{ physicalLocation: { artifactLocation: { uri }, ...region } }];
}
