import { posix } from 'node:path';
import { hasWord } from '../../../domain/words';
import { documentOf, type RelatedDocument, type Wanted } from './types';

const README = /(^|\/)(README|CONTRIBUTING)(\.[\w-]+)?\.(md|mdx|markdown|txt)$|(^|\/)README$/i;
/** Shorter names are words of the language. */
const TELLING = 4;

/** True if a file explains the project. */
export function isReadme(path: string): boolean {
  return README.test(path);
}

/** The sections of a README that name a file in question or a symbol of it. */
export function readmeParts(path: string, text: string, wanted: Wanted): RelatedDocument[] {
  return sections(text).flatMap(({ title, body }) => {
    const score = scoreOf(`${title}\n${body}`, path, wanted);
    return score === 0 ? [] : [documentOf(`${path}${title === '' ? '' : `, "${title}"`}`, body, score)];
  });
}

function scoreOf(text: string, path: string, { files, symbols }: Wanted): number {
  const named = files.findIndex((file) => text.includes(file) || namesModule(text, file));
  const found = [...symbols].filter((name) => name.length >= TELLING && hasWord(text, name));
  if (named < 0 && found.length === 0) return 0;
  const near = files.some((file) => file.startsWith(`${posix.dirname(path)}/`)) ? 1 : 0;
  return (named < 0 ? 0 : Math.max(6 - named, 3)) + Math.min(found.length, 3) * 2 + near;
}

/** `cart.ts` or `./cart` for `src/cart.ts`, but not any sentence with a cart in it. */
function namesModule(text: string, file: string): boolean {
  const base = posix.basename(file);
  const stem = base.replace(/\.[^.]+$/, '');
  return hasWord(text, base) || text.includes(`/${stem}\``) || text.includes(`\`${stem}\``);
}

/** A heading's text, without the `#` that may close it. */
function titleOf(text: string): string {
  return text.replace(/(?<!#)#+$/, '').trim();
}

/** A Markdown text by its headings; a `#` in a fenced block is none. */
function sections(text: string): { title: string; body: string }[] {
  const found = [{ title: '', lines: [] as string[] }];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,6}\s/.exec(line)?.[0];
    if (heading !== undefined) found.push({ title: titleOf(line.slice(heading.length)), lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  return found
    .map(({ title, lines }) => ({ title, body: lines.join('\n').trim() }))
    .filter(({ body }) => body !== '');
}
