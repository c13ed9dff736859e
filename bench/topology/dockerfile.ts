/** The last stage of the Dockerfile, as far as it says what a container of the image is made of. */
import path from 'node:path';

/** One file or folder of the image. */
export interface Copied {
  /** Place in the project's folder. */
  from: string;
  /** Absolute place in the image. */
  to: string;
}

export interface ImageRecipe {
  copied: Copied[];
  env: Record<string, string>;
  user: string;
  workdir: string;
  command: string[];
}

/** Where the first stage has the project's folder. */
const BUILT = '/app/';

/** Reads the last stage. Throws for an instruction that it does not know. */
export function readDockerfile(text: string): ImageRecipe {
  const recipe: ImageRecipe = { copied: [], env: {}, user: 'root', workdir: '/', command: [] };
  const lines = text.replace(/\\\n/g, ' ').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('FROM '));
  for (const line of lines.slice(last + 1)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const apply = INSTRUCTIONS[instruction];
    if (!apply) throw new Error(`The topology does not know this line of the Dockerfile: ${line}`);
    apply(recipe, rest.trim());
  }
  return recipe;
}

const INSTRUCTIONS: Record<string, (recipe: ImageRecipe, rest: string) => void> = {
  // The packages of a RUN are those of this machine, its folders those of the compose file.
  RUN: () => undefined,
  VOLUME: () => undefined,
  WORKDIR: (recipe, rest) => {
    recipe.workdir = rest;
  },
  USER: (recipe, rest) => {
    recipe.user = rest;
  },
  ENV: (recipe, rest) => {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) recipe.env[name] = value;
  },
  CMD: (recipe, rest) => {
    recipe.command = JSON.parse(rest) as string[];
  },
  COPY: (recipe, rest) => {
    const [from = '', to = ''] = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = path.posix.resolve(recipe.workdir, to);
    recipe.copied.push({
      from: from.startsWith(BUILT) ? from.slice(BUILT.length) : from,
      to: to.endsWith('/') ? path.posix.join(target, path.posix.basename(from)) : target,
    });
  },
};
