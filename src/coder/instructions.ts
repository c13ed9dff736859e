import { ancestorPaths, joinPath } from '../domain/files/paths';
import { clip, type Material } from './material';

/** Names under which projects keep instructions for agents, in each folder. */
const NAMES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const;
/** Most files that are told, and most characters of one. */
const MOST_FILES = 6;
const FILE_CHARS = 6_000;
/** Less of a file says nothing. */
const LEAST_CHARS = 200;

/** One file of instructions, and the folder that it is for; the root is the empty path. */
interface Instruction {
  path: string;
  folder: string;
  text: string;
}

/**
 * Instructions of a project for work on the given files: those of the folders that the files lie in, up to the root. They
 * are material: what may be changed is decided by rules and the policy, which read none of them.
 */
export class ProjectInstructions {
  private constructor(private readonly found: readonly Instruction[]) {}

  /** Reads the instructions for files. `paths` may be empty: then the root's are meant. */
  static async for(material: Material, paths: readonly string[]): Promise<ProjectInstructions> {
    const found: Instruction[] = [];
    for (const folder of foldersOf(paths)) {
      for (const name of NAMES) {
        const path = joinPath(folder, name);
        const text = (material.has(path) ? await material.text(path) : undefined)?.trim();
        // The same text under another name, or a line that includes it (`@AGENTS.md`), tells nothing new.
        const isNews = text && !found.some((one) => one.folder === folder && says(text, one));
        if (isNews) found.push({ path, folder, text });
        if (found.length === MOST_FILES) return new ProjectInstructions(found);
      }
    }
    return new ProjectInstructions(found);
  }

  /** Paths of the instructions that are told, the nearest first. */
  get files(): string[] {
    return this.found.map(({ path }) => path);
  }

  /** The instructions within `budget` characters, each line quoted; the nearest first, since they win and are cut last. */
  text(budget: number): string {
    const shown: string[] = [];
    let left = budget;
    for (const { path, folder, text } of this.found) {
      const head = `### ${JSON.stringify(path)}, for ${folder === '' ? 'all files' : JSON.stringify(`${folder}/`)}\n`;
      const room = Math.min(FILE_CHARS, left - head.length);
      if (room < LEAST_CHARS) break;
      const block = head + quoted(text, room);
      shown.push(block);
      left -= block.length;
    }
    return shown.join('\n\n') || '(none)';
  }
}

/** A heading in the text must not look like a part of the prompt. */
function quoted(text: string, room: number): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`);
  const whole = lines.join('\n');
  if (whole.length <= room) return whole;
  const cut = clip(whole, room - 100).split('\n');
  return cut.map((line) => (line.startsWith('> ') ? line : `> ${line}`)).join('\n');
}

function says(text: string, { path, text: known }: Instruction): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text === known || text === `@${name}` || text === `@./${name}`;
}

/** Folders of the files and all above them, the deepest first. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => ancestorPaths(path)));
  const depth = (folder: string): number => folder.split('/').length;
  return [...[...folders].sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1)), ''];
}
