import { excerpt } from '../../../domain/text';
import type { Navigation, SearchHit } from '../../../codebase/navigation';
import { concernedPlaces, placeText, type Concerned } from '../focus';
import { keepDetail, keepMaterial } from '../project-files';
import { SURVEY_WORDS } from './survey';
import type { Handler } from '../types';

const MOST_HITS = 10;
const MAP_TOKENS = 4_000;
const SNIPPET_CHARS = 800;
const MOST_NEAR = 12;
const SHOWN_CYCLES = 5;
const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|requirements\.txt|go\.mod|cargo\.toml|pom\.xml)$/i;

/** Finds what a design, a plan or a comparison has to know of the project; a model writes it. */
export const outline: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const hits = await navigation.search(task.text, { limit: MOST_HITS });
  const words = SURVEY_WORDS[task.language];
  const concerned = concernedPlaces(task.text, navigation, hits);
  const listed = concerned.map(placeText);
  const told = listed.length > 0 ? `${words.concerned}\n${listed.join('\n')}` : words.nothing;
  return {
    status: task.hasModel ? 'done' : 'lacking',
    answer: deps.redact(task.hasModel ? told : `${told}\n\n${words.unwritten}`),
    detail: await keepDetail(deps, { concerned, cycles: navigation.cycles() }),
    material: await keepMaterial(deps, materialText(navigation, concerned, hits)),
    files: [...new Set(concerned.map(({ path }) => path))],
    symbols: hits.flatMap(({ symbolId }) => (symbolId === undefined ? [] : [symbolId])),
  };
};

function materialText(
  navigation: Navigation,
  concerned: readonly Concerned[],
  hits: readonly SearchHit[],
): string {
  const edges = concerned.map(
    ({ path, dependencies, dependents }) =>
      `${path}\n  imports: ${dependencies.join(', ') || '-'}\n  imported by: ${dependents.join(', ') || '-'}`,
  );
  const cycles = navigation.cycles().slice(0, SHOWN_CYCLES);
  const manifests = navigation.paths.filter((path) => MANIFEST.test(path));
  return [
    `Places that fit the request:\n\n${hits.map((hit) => `${hit.path}:${hit.range.startLine}\n${excerpt(hit.snippet, SNIPPET_CHARS)}`).join('\n\n')}`,
    `Dependencies:\n${[...new Set(edges)].join('\n')}`,
    cycles.length > 0 && `Circles of imports:\n${cycles.map((files) => files.join(' → ')).join('\n')}`,
    manifests.length > 0 && `Manifests: ${manifests.slice(0, MOST_NEAR).join(', ')}`,
    `Map of the project:\n${navigation.map(MAP_TOKENS).text}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
