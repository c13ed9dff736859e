/** The files of a tree as the reading sees them: it keeps account of what it looked at. */
import ts from 'typescript';
import type { AssetSource, ProgramFiles } from '../../sandbox';

/** Larger configuration files are not read, characters. */
const MAX_FILE = 512 * 1024;

/** JSON as compilers and editors take it: with comments and trailing commas. */
function parseLoose(path: string, text: string): unknown {
  try {
    const { config, error } = ts.parseConfigFileTextToJson(path, text) as {
      config?: unknown;
      error?: unknown;
    };
    return error ? undefined : config;
  } catch {
    // Nested too deeply for the parser.
    return undefined;
  }
}

async function assetText(assets: AssetSource | undefined, path: string): Promise<string | undefined> {
  return assets?.paths.includes(path) ? Buffer.from(await assets.read(path)).toString('utf8') : undefined;
}

export class ConfigTree {
  /** Texts of the files that were looked at, by path. Undefined: there is no such file. */
  readonly seen = new Map<string, string | undefined>();
  readonly seenAssets = new Map<string, string | undefined>();

  constructor(
    private readonly files: ProgramFiles,
    private readonly assets?: AssetSource,
  ) {}

  /** Text of a file that is no module. */
  async asset(path: string): Promise<string | undefined> {
    const text = await assetText(this.assets, path);
    this.seenAssets.set(path, text);
    return text;
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  text(path: string): string | undefined {
    const text = this.files.get(path);
    this.seen.set(path, text);
    return text !== undefined && text.length <= MAX_FILE ? text : undefined;
  }

  /** Value of a JSON file; undefined where there is none or it does not parse. */
  json(path: string): unknown {
    const text = this.text(path);
    return text === undefined ? undefined : this.parse(path, text);
  }

  parse(path: string, text: string): unknown {
    if (text.length > MAX_FILE) return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return parseLoose(path, text);
    }
  }

  /** First of the paths that is a file. */
  first(paths: readonly string[]): string | undefined {
    return paths.find((path) => this.has(path));
  }

  get paths(): IterableIterator<string> {
    return this.files.keys();
  }
}

/** True if reading again would find what was seen. */
export async function isUnchanged(
  tree: Pick<ConfigTree, 'seen' | 'seenAssets'>,
  files: ProgramFiles,
  assets: AssetSource | undefined,
): Promise<boolean> {
  for (const [path, text] of tree.seen) if (files.get(path) !== text) return false;
  for (const [path, text] of tree.seenAssets) if ((await assetText(assets, path)) !== text) return false;
  return true;
}
