/** `util.parseArgs`: options and positionals of a command line. */
import { invalidArgType, invalidArgValue, nodeError } from './errors';
import { validateArray, validateBoolean, validateObject, validateString } from './validate';

interface OptionConfig {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  default?: string | boolean | string[] | boolean[];
}

type Options = Record<string, OptionConfig>;
type Value = string | boolean | undefined;

interface Config {
  args?: readonly string[];
  options?: Options;
  strict?: boolean;
  allowPositionals?: boolean;
  allowNegative?: boolean;
  tokens?: boolean;
}

type Token =
  | {
      kind: 'option';
      name: string;
      rawName: string;
      index: number;
      value: Value;
      inlineValue: boolean | undefined;
    }
  | { kind: 'positional'; index: number; value: string }
  | { kind: 'option-terminator'; index: number };

type OptionToken = Extract<Token, { kind: 'option' }>;

function configOf(options: Options, name: string): OptionConfig | undefined {
  return Object.hasOwn(options, name) ? options[name] : undefined;
}

function longName(options: Options, short: string): string {
  return Object.keys(options).find((name) => options[name]?.short === short) ?? short;
}

function takesValue(options: Options, name: string): boolean {
  return configOf(options, name)?.type === 'string';
}

function looksLikeOption(text: string | undefined): boolean {
  return text !== undefined && text.length > 1 && text.startsWith('-');
}

/** Splits `-abc` into `-a -b -c`, `-fvalue` into its name and value. */
function shortTokens(text: string, index: number, options: Options, next: string | undefined): OptionToken[] {
  const tokens: OptionToken[] = [];
  for (let at = 1; at < text.length; at++) {
    const name = longName(options, text[at] ?? '');
    const token: OptionToken = {
      kind: 'option',
      name,
      rawName: `-${text[at]}`,
      index,
      value: undefined,
      inlineValue: undefined,
    };
    tokens.push(token);
    if (!takesValue(options, name)) continue;
    if (at + 1 < text.length) Object.assign(token, { value: text.slice(at + 1), inlineValue: true });
    else if (next !== undefined) Object.assign(token, { value: next, inlineValue: false });
    break;
  }
  return tokens;
}

function longToken(text: string, index: number, options: Options, next: string | undefined): OptionToken {
  const equals = text.indexOf('=', 3);
  if (equals >= 0) {
    const rawName = text.slice(0, equals);
    return {
      kind: 'option',
      name: rawName.slice(2),
      rawName,
      index,
      value: text.slice(equals + 1),
      inlineValue: true,
    };
  }
  const name = text.slice(2);
  const value = takesValue(options, name) ? next : undefined;
  const inlineValue = value === undefined ? undefined : false;
  return { kind: 'option', name, rawName: text, index, value, inlineValue };
}

function tokenize(args: readonly string[], options: Options): Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < args.length; index++) {
    const text = args[index] ?? '';
    if (text === '--') {
      tokens.push({ kind: 'option-terminator', index });
      args
        .slice(index + 1)
        .forEach((value, at) => tokens.push({ kind: 'positional', index: index + 1 + at, value }));
      break;
    }
    if (!looksLikeOption(text)) {
      tokens.push({ kind: 'positional', index, value: text });
      continue;
    }
    const found = text.startsWith('--')
      ? [longToken(text, index, options, args[index + 1])]
      : shortTokens(text, index, options, args[index + 1]);
    tokens.push(...found);
    if (found.some((token) => token.inlineValue === false)) index++;
  }
  return tokens;
}

function refuse(code: string, message: string): never {
  throw nodeError(TypeError, `ERR_PARSE_ARGS_${code}`, message);
}

function checkUsage(
  token: OptionToken,
  options: Options,
  negative: boolean,
  allowPositionals: boolean,
): void {
  const { rawName, value, inlineValue } = token;
  const name = negative ? token.name.slice(3) : token.name;
  const config = configOf(options, name);
  if (!config) {
    const hint = allowPositionals
      ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${rawName}"`
      : '';
    refuse('UNKNOWN_OPTION', `Unknown option '${rawName}'${hint}`);
  }
  const shown = config.short === undefined ? `--${name}` : `-${config.short}, --${name}`;
  if (config.type === 'string' && typeof value !== 'string')
    refuse('INVALID_OPTION_VALUE', `Option '${shown} <value>' argument missing`);
  if (config.type === 'boolean' && value !== undefined)
    refuse('INVALID_OPTION_VALUE', `Option '${shown}' does not take an argument`);
  if (inlineValue || typeof value !== 'string' || !looksLikeOption(value)) return;
  const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  refuse(
    'INVALID_OPTION_VALUE',
    `Option '${rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${rawName}'?\nTo specify an option argument starting with a dash use ${example}.`,
  );
}

function checkConfig(options: Options): void {
  validateObject(options, 'options');
  for (const [name, config] of Object.entries(options)) {
    validateObject(config, `options.${name}`);
    if (config.type !== 'string' && config.type !== 'boolean')
      throw invalidArgType(`options.${name}.type`, "('string|boolean')", config.type);
    if (config.short !== undefined) {
      validateString(config.short, `options.${name}.short`);
      if (config.short.length !== 1)
        throw invalidArgValue(`options.${name}.short`, config.short, 'must be a single character');
    }
    if (config.multiple !== undefined) validateBoolean(config.multiple, `options.${name}.multiple`);
  }
}

function store(
  values: Record<string, unknown>,
  name: string,
  value: string | boolean,
  config?: OptionConfig,
): void {
  if (name === '__proto__') return;
  if (!config?.multiple) values[name] = value;
  else if (Array.isArray(values[name])) values[name].push(value);
  else values[name] = [value];
}

/** Result of `util.parseArgs`. */
export interface ParsedArgs {
  values: Record<string, unknown>;
  positionals: string[];
  tokens?: Token[];
}

export function parseArgs(config: Config = {}): ParsedArgs {
  const { args = [], options = {}, strict = true, allowNegative = false } = config;
  const allowPositionals = config.allowPositionals ?? !strict;
  validateArray(args, 'args');
  checkConfig(options);
  const tokens = tokenize(args, options);
  const values = Object.create(null) as Record<string, unknown>;
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option') {
      const negative = allowNegative && token.name.startsWith('no-') && !configOf(options, token.name);
      if (strict) checkUsage(token, options, negative, allowPositionals);
      const name = negative ? token.name.slice(3) : token.name;
      store(values, name, token.value ?? !negative, configOf(options, name));
    } else if (token.kind === 'positional') {
      if (!allowPositionals) {
        const message = `Unexpected argument '${token.value}'. This command does not take positional arguments`;
        refuse('UNEXPECTED_POSITIONAL', message);
      }
      positionals.push(token.value);
    }
  }
  for (const [name, { default: value }] of Object.entries(options))
    if (value !== undefined && values[name] === undefined) values[name] = value;
  return config.tokens ? { values, positionals, tokens } : { values, positionals };
}

const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^#\n]*))/gm;

/** `util.parseEnv`: the variables of a `.env` file. */
export function parseEnv(text: unknown): Record<string, string> {
  validateString(text, 'content');
  const values: Record<string, string> = {};
  for (const [, name = '', single, double, back, bare] of text.replaceAll('\r\n', '\n').matchAll(LINE))
    values[name] = single ?? double?.replaceAll('\\n', '\n') ?? back ?? (bare ?? '').trim();
  return values;
}
