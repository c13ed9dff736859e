import { posix } from 'node:path';

/** A word of a command, and the folder that the command runs in; `''` is the root. */
export interface CheckWord {
  folder: string;
  word: string;
  /** Given as settings of a tool, or to be loaded first: never what the command is about. */
  isSetting?: true;
}

/** Package scripts of the folders that hold a manifest. */
export type Scripts = ReadonlyMap<string, Readonly<Record<string, string>>>;

const MANAGERS = /^(npm|pnpm|yarn|bun|run-[sp]|npm-run-all2?|concurrently|node)$/;
/** These run a script wherever there is one of its name. */
const MONOREPO = /^(turbo|nx|lerna|wsrun|ultra)$/;
const EVERYWHERE = /^(-r|-w|-ws|-F|--recursive|--workspaces?|--filter|workspaces?|foreach)(=|$)/;
const FOLDER_OPTION = /^(-C|--prefix|--dir|--cwd)$/;
/** Options whose value is a settings file, or a file that is loaded first. */
const SETTING_OPTION =
  /^(-[rcf]|--(require|import|(experimental-)?loader|preload|config(-?file)?|rc-?file|conf|setup[\w-]*|global[sS]etup|file|plugins?|rulesdir|env-file|(test-)?reporter|resolve-plugins[\w-]*|bootstrap|rootdir))(=|$)/;
/** Their short options mean something else. */
const LOOKS_AT_FILES = /^(test|\[\[?|rm|cp|mv|ls|tail|git|docker|kill)$/;
const ALIASES = new Map(Object.entries({ t: 'test', tst: 'test' }));

/** Operators, and words with their quoted parts. */
const TOKEN = /&&|\|\||[;&|()\n`]|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\;&|()`])+/g;

/**
 * All words of commands, and of the package scripts that they call, that may name a file. Too many rather than too few:
 * a word that is no file does no harm.
 */
export function checkWords(commands: readonly string[], scripts: Scripts): CheckWord[] {
  const reader = new Reader(scripts);
  for (const command of commands) reader.read(command, '');
  return reader.words;
}

class Reader {
  readonly words: CheckWord[] = [];
  private readonly known = new Set<string>();

  constructor(private readonly scripts: Scripts) {}

  read(command: string, from: string): void {
    const key = `${from}\n${command}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    let folder = from;
    for (const words of segmentsOf(command)) {
      const target = words[0] === 'cd' ? words[1] : undefined;
      if (target !== undefined) folder = below(folder, target);
      else this.readSegment(words, folder);
    }
  }

  private readSegment(words: readonly string[], around: string): void {
    const option = words.findIndex((word) => FOLDER_OPTION.test(word));
    const folder = option < 0 ? around : below(around, words[option + 1] ?? '');
    for (const [index, given] of words.entries()) {
      // `sh -c "node check.js"` and `concurrently "node check.js"`.
      if (/\s/.test(given)) this.read(given, folder);
      const word = given.replace(/^<|^-{0,2}[\w-]+=/, '');
      const option = given === word ? (words[index - 1] ?? '') : given;
      const isSetting = SETTING_OPTION.test(option) && !LOOKS_AT_FILES.test(words[0] ?? '');
      if (word !== '' && !word.startsWith('-'))
        this.words.push({ folder, word, ...(isSetting ? { isSetting } : {}) });
    }
    const names = words.map((word) => posix.basename(word));
    const monorepo = names.some((name) => MONOREPO.test(name));
    const manager = names.findIndex((name) => MANAGERS.test(name) || MONOREPO.test(name));
    if (manager < 0) return;
    const rest = words.slice(manager + 1);
    const everywhere = monorepo || rest.some((word) => EVERYWHERE.test(word));
    const folders = everywhere ? [...this.scripts.keys()] : [manifestFolder(folder, this.scripts)];
    for (const one of folders) for (const word of rest) this.follow(word, one);
  }

  /** Reads the package scripts that a word names, with those that run before and after them. */
  private follow(word: string, folder: string): void {
    const scripts = this.scripts.get(folder) ?? {};
    const name = word.replace(/^npm:/, '');
    const wanted = ALIASES.get(name) ?? name;
    const matches = wanted.includes('*')
      ? (script: string) => script.startsWith(wanted.slice(0, wanted.indexOf('*')))
      : (script: string) => script === wanted;
    for (const script of Object.keys(scripts).filter(matches))
      for (const each of [`pre${script}`, script, `post${script}`]) {
        const line = Object.hasOwn(scripts, each) ? scripts[each] : undefined;
        if (line !== undefined) this.read(line, folder);
      }
  }
}

/** Commands of a line, each as its words without quotes. */
function segmentsOf(line: string): string[][] {
  const segments: string[][] = [[]];
  for (const [token] of line.matchAll(TOKEN)) {
    if (/^(&&|\|\||[;&|()\n`])$/.test(token)) segments.push([]);
    else segments.at(-1)?.push(unquoted(token));
  }
  return segments.filter((words) => words.length > 0);
}

function unquoted(token: string): string {
  return token.replace(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
}

/** A folder named from within another; what lies outside of the tree is left as it is. */
function below(folder: string, target: string): string {
  const path = posix.normalize(posix.join(folder, target)).replace(/\/$/, '');
  return path === '.' ? '' : path;
}

/** The nearest folder upwards that holds a manifest, as package managers look for it. */
function manifestFolder(folder: string, scripts: Scripts): string {
  for (let at = folder; at !== ''; at = below(at, '..')) {
    if (scripts.has(at)) return at;
    if (at.startsWith('..')) break;
  }
  return '';
}
