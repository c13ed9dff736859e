import { fileURLToPath } from 'node:url';
import { isAbsolute, relative, sep } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { badInput } from '../../../domain/kintsugi-error';

/** Most characters that a task may have. */
const MOST_CHARS = 20_000;

/** Text of a task. Files of the project are named by their paths, for the session reads them itself; others come with their text. */
export function promptText(blocks: readonly ContentBlock[], directory: string): string {
  const text = blocks
    .map((block) => blockText(block, directory))
    .join('')
    .trim();
  if (text === '') throw badInput('The prompt is empty: say what to do.');
  if (text.length > MOST_CHARS)
    throw badInput(
      `The prompt has ${text.length} characters, and a task takes at most ${MOST_CHARS}: name files instead of pasting them.`,
    );
  return text;
}

function blockText(block: ContentBlock, directory: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return projectPath(block.uri, directory) ?? block.uri;
    case 'resource': {
      const { resource } = block;
      const path = projectPath(resource.uri, directory);
      if (path !== undefined) return path;
      return 'text' in resource ? `\n${resource.uri}:\n${resource.text}\n` : resource.uri;
    }
    default:
      throw badInput(`A prompt can't hold ${block.type}: send text, and files by name.`);
  }
}

/** Path in the project, `/`-separated; undefined for what is elsewhere. */
function projectPath(uri: string, directory: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const path = relative(directory, fileURLToPath(uri));
    const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
    return isInside ? path.split(sep).join('/') : undefined;
  } catch {
    // Not a path of this machine.
    return undefined;
  }
}
