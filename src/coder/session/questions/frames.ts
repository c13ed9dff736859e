import { innermostFirst } from '../../../domain/verification/stack';
import { isSecretFile } from '../../../domain/files/secret-names';
import type { Navigation } from '../../../codebase/navigation';
import { textAt } from '../project-files';
import type { Asked, ListedPlace, Told } from './asked';

const LINE_CHARS = 160;

/** Places of a pasted stack in the project, the innermost call first, each with its line. */
export async function framesOf({ deps, text, tree, navigation, words }: Asked): Promise<Told> {
  const frames = innermostFirst(text, navigation.paths);
  const places: ListedPlace[] = [];
  for (const { file, line } of frames) {
    const source = isSecretFile(file) ? undefined : await textAt(deps, tree, file);
    const said = source?.split('\n')[line - 1]?.trim().slice(0, LINE_CHARS) ?? '';
    const around = symbolAround(navigation, file, line);
    const name = around === undefined ? '' : ` ${around}`;
    places.push({
      id: around === undefined ? file : `${file}#${around}`,
      text: `${file}:${line}${name}: ${said}`,
    });
  }
  const unique = [...new Map(places.map((place) => [place.text, place])).values()];
  return { head: words.frames(unique.length), places: unique, about: unique.slice(0, 1).map(({ id }) => id) };
}

/** Innermost declaration around a line, as `Outer.name`. */
function symbolAround(navigation: Navigation, path: string, line: number): string | undefined {
  const around = (navigation.facts(path)?.symbols ?? []).filter(
    ({ range }) => range.startLine <= line && line <= range.endLine,
  );
  const inner = around.reduce<(typeof around)[number] | undefined>(
    (best, one) => (best === undefined || one.range.startLine >= best.range.startLine ? one : best),
    undefined,
  );
  return inner && [inner.container, inner.name].filter(Boolean).join('.');
}
