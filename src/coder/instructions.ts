import { ancestorPaths, joinPath } from '../domain/files/paths';
import { clip, type Material } from './material';

/** Names under which projects keep instructions for agents, in each folder. */
const NAMES = ['AGENTS.md', 'CLAUDE.md', '.github/copilot-instructions.md'] as const;
/** Most files that are told, and most characters of one. */
const MOST_FILES = 6;
const FILE_CHARS = 6_000;
/** Less of a longer file says nothing. */
const LEAST_CHARS = 200;
/** Part of the room that is the root's where nearer instructions would fill all of it. */
const ROOT_SHARE = 0.25;
const BETWEEN = '\n\n';
const ROOT = '';

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

  /** Reads the instructions for files, without the secrets in them. `paths` may be empty: then the root's are meant. */
  static async for(
    material: Material,
    paths: readonly string[],
    redact: (text: string) => string,
  ): Promise<ProjectInstructions> {
    const ofAll = await instructionsIn(material, ROOT, redact);
    const nearer: Instruction[] = [];
    for (const folder of foldersOf(paths)) {
      if (nearer.length + ofAll.length >= MOST_FILES) break;
      nearer.push(...(await instructionsIn(material, folder, redact)));
    }
    return new ProjectInstructions([...nearer.slice(0, MOST_FILES - ofAll.length), ...ofAll]);
  }

  /** Paths of the instructions that are told, the nearest first. */
  get files(): string[] {
    return this.found.map(({ path }) => path);
  }

  /** The instructions within `budget` characters, each line quoted; the nearest first, since they win. Where not all fit, a part is for the root's. */
  text(budget: number): string {
    const ofAll = this.found.filter(({ folder }) => folder === ROOT);
    const nearer = this.found.filter(({ folder }) => folder !== ROOT);
    const wanted = blocksOf(ofAll, budget).length + BETWEEN.length;
    const kept = Math.min(wanted, Math.floor(budget * ROOT_SHARE));
    const near = blocksOf(nearer, budget - kept) || blocksOf(nearer, budget);
    const room = budget - near.length - (near === '' ? 0 : BETWEEN.length);
    return [near, blocksOf(ofAll, room)].filter(Boolean).join(BETWEEN) || '(none)';
  }
}

async function instructionsIn(
  material: Material,
  folder: string,
  redact: (text: string) => string,
): Promise<Instruction[]> {
  const found: Instruction[] = [];
  for (const name of NAMES) {
    const path = joinPath(folder, name);
    const whole = material.has(path) ? await material.text(path) : undefined;
    // Before anything is cut: a part of a secret is not known as one.
    const text = whole === undefined ? '' : redact(whole).trim();
    // The same text under another name, or a line that includes it (`@AGENTS.md`), tells nothing new.
    if (text !== '' && !found.some((one) => says(text, one))) found.push({ path, folder, text });
  }
  return found;
}

/** The instructions, each with its name, as many as fit. */
function blocksOf(instructions: readonly Instruction[], budget: number): string {
  let shown = '';
  for (const { path, folder, text } of instructions) {
    const head = `### ${JSON.stringify(path)}, for ${folder === ROOT ? 'all files' : JSON.stringify(`${folder}/`)}\n`;
    const before = shown === '' ? '' : shown + BETWEEN;
    const room = Math.min(FILE_CHARS, budget - before.length - head.length);
    const whole = quoted(text);
    if (whole.length > room && room < LEAST_CHARS) break;
    shown = before + head + within(room, whole);
  }
  return shown;
}

/** A heading in the text must not look like a part of the prompt. */
function quoted(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => `> ${line}`).join('\n');
}

/** A quotation, cut to at most `room` characters. */
function within(room: number, whole: string): string {
  if (whole.length <= room) return whole;
  const cut = clip(whole, room - 100).split('\n');
  return cut.map((line) => (line.startsWith('> ') ? line : `> ${line}`)).join('\n');
}

function says(text: string, { path, text: known }: Instruction): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text === known || text === `@${name}` || text === `@./${name}`;
}

/** Folders of the files and all above them but the root, the deepest first. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => ancestorPaths(path)));
  const depth = (folder: string): number => folder.split('/').length;
  return [...folders].sort((a, b) => depth(b) - depth(a) || (a < b ? -1 : 1));
}
