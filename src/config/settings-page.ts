import { variablesOf, type NamedOption, type Option } from './option';
import { FLAGGED, OPTIONS } from './options';

/** The tables of `docs/settings.md`: variables, then flags of runs. */
export function settingsPage(): { variables: string; flags: string } {
  const variables = OPTIONS.filter(({ row }) => row.variable !== undefined);
  return {
    variables: table(['variable', 'meaning', 'default', 'restarts'], variables.map(variableRow)),
    flags: table(['flag', 'meaning', 'default'], FLAGGED.map(flagRow)),
  };
}

function variableRow({ row }: NamedOption): string[] {
  return [
    codes(variablesOf(row)),
    row.help,
    shownDefault(row),
    row.restarts ? 'the worker' : row.kept ? 'kept' : '',
  ];
}

function flagRow(row: Option): string[] {
  const flags = [row.flag ?? '', ...(row.forkHelp === undefined ? [] : [oppositeFlag(row)])];
  const [variable] = variablesOf(row);
  return [codes(flags), row.help, variable === undefined ? shownDefault(row) : codes([variable])];
}

/** Flag of a fork that takes back what the forked run was told: `--no-partial`. */
export function oppositeFlag({ flag = '' }: Option): string {
  return flag.replace(/^--/, '--no-');
}

/** Default of a setting as people read it; empty if it has none. */
export function shownDefault(row: Option): string {
  return row.otherwise ?? (typeof row.default === 'string' ? row.default : '');
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

/** A table as prettier writes it. */
function table(head: string[], rows: readonly string[][]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
