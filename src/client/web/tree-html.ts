import { said, saidText, type Said, type Say } from '../../domain/run/said';
import type { TreeFile } from '../../store';
import { html, type Html } from './html';

/** Most entries of a side, and unchanged files of a folder, that are shown. */
const MOST_SHOWN = 400;
const MOST_ALIKE = 6;

type Mark = 'gone' | 'new' | 'moved' | 'changed';

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { name: string; mark?: Mark }[];
  mark?: Mark;
}

const WORDS: Readonly<Record<Mark, Said>> = {
  gone: said`deleted`,
  new: said`new`,
  moved: said`moved`,
  changed: said`changed`,
};
const TONES: Readonly<Record<Mark, string>> = { gone: 'bad', new: 'good', moved: 'wait', changed: 'wait' };

/** Two states of folders side by side; a file that went elsewhere with the same bytes is marked as moved on both sides. */
export function treesHtml(before: readonly TreeFile[], after: readonly TreeFile[], say: Say): Html {
  return html`<div class="two">
    <div>
      <h3>${say`Before`}</h3>
      ${sideHtml(before, after, 'gone', say)}
    </div>
    <div>
      <h3>${say`After`}</h3>
      ${sideHtml(after, before, 'new', say)}
    </div>
  </div>`;
}

function sideHtml(own: readonly TreeFile[], other: readonly TreeFile[], missing: Mark, say: Say): Html {
  const paths = new Map(other.map((one) => [one.path, one]));
  const here = new Set(own.map(({ path }) => path));
  // Bytes of a path that the other side has and this one has not: they came from here, or went there.
  const elsewhere = new Set(
    other.flatMap(({ path, hash, type }) => (type !== 'dir' && !here.has(path) ? [hash] : [])),
  );
  const markOf = ({ path, hash, type }: TreeFile): Mark | undefined => {
    const twin = paths.get(path);
    if (!twin) return type !== 'dir' && elsewhere.has(hash) ? 'moved' : missing;
    return type !== 'dir' && twin.hash !== hash ? 'changed' : undefined;
  };
  const root: Folder = { folders: new Map(), files: [] };
  for (const entry of own.slice(0, MOST_SHOWN)) put(root, entry, markOf(entry));
  const more = own.length - MOST_SHOWN;
  return html`${folderHtml(root, say, 'tree')}${more > 0 && html`<p class="soft">${say`… and ${more} more`}</p>`}`;
}

function put(root: Folder, { path, type }: TreeFile, mark: Mark | undefined): void {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) folder = childOf(folder, part);
  if (type === 'dir') childOf(folder, name).mark = mark;
  else folder.files.push({ name, mark });
}

function childOf({ folders }: Folder, name: string): Folder {
  const known = folders.get(name) ?? { folders: new Map(), files: [] };
  folders.set(name, known);
  return known;
}

function folderHtml({ folders, files }: Folder, say: Say, className?: string): Html {
  const alike = files.filter(({ mark }) => mark === undefined);
  const shown = files.filter(({ mark }) => mark !== undefined || alike.length <= MOST_ALIKE);
  return html`<ul${className !== undefined && html` class="${className}"`}>${[...folders].map(
    ([name, folder]) => html`<li>${marked(`${name}/`, folder.mark, say)}${folderHtml(folder, say)}</li>`,
  )}${shown.map(({ name, mark }) => html`<li>${marked(name, mark, say)}</li>`)}${
    alike.length > MOST_ALIKE && html`<li class="soft">${say`… and ${alike.length} files as before`}</li>`
  }</ul>`;
}

function marked(name: string, mark: Mark | undefined, say: Say): Html {
  if (mark === undefined) return html`<span class="soft">${name}</span>`;
  return html`<b class="${TONES[mark]}">${name}</b>
    <span class="soft">${saidText(WORDS[mark], say.language)}</span>`;
}
