import { z } from 'zod';
import type { OpsFinding } from '../ops/finding';
import { mayFit } from './version-range';

/** Official images by the tool that they bring. */
const IMAGES: Readonly<Record<string, Tool>> = {
  node: 'node',
  python: 'python',
  golang: 'go',
  rust: 'rustc',
  openjdk: 'java',
  'eclipse-temurin': 'java',
};

/** Tools whose versions are locked. */
export const Tool = z.enum(['node', 'npm', 'pnpm', 'yarn', 'python', 'go', 'rustc', 'java', 'ruby']);
export type Tool = z.infer<typeof Tool>;

/** Version of a tool that a file of the project asks for. */
export const Requirement = z.object({ tool: Tool, wants: z.string(), source: z.string() });
export type Requirement = z.infer<typeof Requirement>;

/** Reads what one file asks for: tool and version or range. */
type Reader = (text: string) => readonly (readonly [Tool, string])[];

const line =
  (tool: Tool): Reader =>
  (text) => {
    const [first = ''] = text.trim().split(/\s+/);
    return first === '' ? [] : [[tool, first]];
  };

/** Names of tools in `.tool-versions`, by their own. */
const ASDF: Readonly<Record<string, Tool>> = {
  nodejs: 'node',
  node: 'node',
  python: 'python',
  golang: 'go',
  go: 'go',
  rust: 'rustc',
  java: 'java',
  ruby: 'ruby',
  pnpm: 'pnpm',
  yarn: 'yarn',
};

const Manifest = z.object({
  engines: z.record(z.string(), z.string()).optional().catch(undefined),
  packageManager: z.string().optional().catch(undefined),
});

const READERS: Readonly<Record<string, Reader>> = {
  '.nvmrc': line('node'),
  '.node-version': line('node'),
  '.python-version': line('python'),
  '.ruby-version': line('ruby'),
  '.java-version': line('java'),
  '.tool-versions': (text) =>
    text.split('\n').flatMap((row) => {
      const [name = '', version = ''] = row.split('#')[0]?.trim().split(/\s+/) ?? [];
      const tool = Object.hasOwn(ASDF, name) ? ASDF[name] : undefined;
      return tool && version !== '' ? [[tool, version] as const] : [];
    }),
  'package.json': readManifest,
  'pyproject.toml': (text) => {
    const wants = /^[ \t]{0,20}requires-python[ \t]{0,20}=[ \t]{0,20}["']([^"'\n]{1,100})["']/m.exec(
      text,
    )?.[1];
    return wants === undefined ? [] : [['python', wants]];
  },
  'go.mod': (text) => {
    const wants = /^go (\d{1,3}(?:\.\d{1,3}){1,2})/m.exec(text)?.[1];
    return wants === undefined ? [] : [['go', `>=${wants}`]];
  },
  'rust-toolchain': line('rustc'),
  'rust-toolchain.toml': (text) => {
    const wants = /^[ \t]{0,20}channel[ \t]{0,20}=[ \t]{0,20}["']([^"'\n]{1,40})["']/m.exec(text)?.[1];
    return wants === undefined ? [] : [['rustc', wants]];
  },
  'Cargo.toml': (text) => {
    const wants = /^[ \t]{0,20}rust-version[ \t]{0,20}=[ \t]{0,20}["']([^"'\n]{1,40})["']/m.exec(text)?.[1];
    return wants === undefined ? [] : [['rustc', `>=${wants}`]];
  },
};

/** Files by which a project asks for versions, from its root. */
export const ENVIRONMENT_FILES: readonly string[] = Object.keys(READERS);

/** Versions that the files of a project ask for: path → text. */
export function requirementsOf(files: Readonly<Record<string, string>>): readonly Requirement[] {
  return ENVIRONMENT_FILES.flatMap((source) => {
    const text = files[source];
    const found = text === undefined ? [] : (READERS[source]?.(text) ?? []);
    return found.map(([tool, wants]) => ({ tool, wants, source }));
  });
}

function readManifest(text: string): readonly (readonly [Tool, string])[] {
  let manifest: z.infer<typeof Manifest>;
  try {
    manifest = Manifest.parse(JSON.parse(text));
  } catch {
    return [];
  }
  const engines = Object.entries(manifest.engines ?? {}).flatMap(([name, wants]) => {
    const tool = Tool.safeParse(name).data;
    return tool ? [[tool, wants] as const] : [];
  });
  const [manager = '', version = ''] = (manifest.packageManager ?? '').split('+')[0]?.split('@') ?? [];
  const tool = Tool.safeParse(manager).data;
  return tool && version !== '' ? [...engines, [tool, version]] : engines;
}

/** Images whose version is none that the project asks for. */
export function mismatches(
  file: string,
  images: readonly { image: string; line: number }[],
  wanted: readonly Requirement[],
): readonly OpsFinding[] {
  return images.flatMap(({ image, line }) => {
    const [name = '', tag = ''] = image.slice(image.lastIndexOf('/') + 1).split(':');
    const tool = Object.hasOwn(IMAGES, name) ? IMAGES[name] : undefined;
    const version = /^\d{1,4}(?:\.\d{1,4}){0,2}/.exec(tag)?.[0];
    if (tool === undefined || version === undefined) return [];
    return wanted
      .filter((one) => one.tool === tool && mayFit(version, one.wants) === false)
      .map(({ wants, source }) => ({
        ...{ severity: 'error' as const, rule: 'image-version', file, line },
        message: `The image has ${tool} ${version}, but ${source} asks for ${wants}: use the same version.`,
      }));
  });
}
