import { inEachLanguage } from '../../../domain/run/said';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import {
  checkCompose,
  checkWorkflow,
  bases,
  checkDockerfile,
  readDockerfile,
} from '../../../domain/ops/ops-files';
import { byGravity, type OpsFinding, type Placed } from '../../../domain/ops/finding';
import { mismatches, requirementsOf } from '../../../domain/environment/requirements';
import type { Handled } from '../../../domain/session/handling';
import { keepDetail, keepMaterial, filesOfEnvironment, textAt } from '../project-files';
import type { Handler, HandlerInput, SessionDeps } from '../types';

const SHOWN = 20;
const MOST_FILES = 100;

const WORDS = inEachLanguage((say) => ({
  none: say`The project has no Dockerfile, compose file or CI workflow.`,
  found: (files: number, findings: number) => say`${files} files checked, ${findings} findings:`,
  clean: (files: number) => say`${files} files checked: nothing to object to.`,
  unread: say`can not be read as YAML`,
  needs: say`Writing or changing these files needs a model: set KINTSUGI_MODEL.`,
}));

/** Checks the files of container and CI, and the versions of their images against those that the project asks for. */
export const checkOps: Handler = async (deps, input) => {
  const { task } = input;
  const words = WORDS[task.language];
  const paths = (await deps.trees.list(task.files.tree)).map(({ path }) => path);
  const files = paths.filter((path) => kindOf(path) !== undefined).slice(0, MOST_FILES);
  if (files.length === 0) return { status: 'lacking', answer: `${words.none} ${words.needs}` };
  const findings = byGravity(
    (await Promise.all(files.map((path) => checkFile(deps, input, path, paths)))).flat(),
  );
  const wrong = await imagesThatDiffer(deps, input, files);
  const all = [...wrong, ...findings];
  const answer = [
    all.length > 0 ? words.found(files.length, all.length) : words.clean(files.length),
    ...all
      .slice(0, SHOWN)
      .map(({ severity, file, line, message }) => `- ${severity} ${file}:${line}: ${message}`),
  ].join('\n');
  return {
    status: 'done',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { files, findings: all }),
    material: await keepMaterial(deps, answer),
    files: [...new Set(all.map(({ file }) => file))],
    ...triggerOf(wrong, findings),
  };
};

function triggerOf(
  wrong: readonly OpsFinding[],
  findings: readonly OpsFinding[],
): Pick<Handled, 'trigger' | 'reason'> {
  const [first] = wrong;
  if (first) return { trigger: 'environment_mismatch', reason: first.message };
  return findings.some(({ severity }) => severity === 'error')
    ? {}
    : { trigger: 'ops_ready', reason: 'the files have no errors' };
}

type Kind = 'dockerfile' | 'compose' | 'workflow';

function kindOf(path: string): Kind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'Dockerfile' || name.startsWith('Dockerfile.') || name.endsWith('.Dockerfile'))
    return 'dockerfile';
  const isYaml = name.endsWith('.yml') || name.endsWith('.yaml');
  if (isYaml && /^(?:docker-)?compose[.\w-]{0,60}$/.test(name)) return 'compose';
  return isYaml && path.startsWith('.github/workflows/') ? 'workflow' : undefined;
}

async function checkFile(
  deps: SessionDeps,
  { task }: HandlerInput,
  file: string,
  paths: readonly string[],
): Promise<readonly OpsFinding[]> {
  const text = await textAt(deps, task.files.tree, file);
  if (text === undefined) return [];
  const kind = kindOf(file);
  if (kind === 'dockerfile') {
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
    const ignores = ['.dockerignore', `${folder}.dockerignore`, `${file}.dockerignore`];
    return checkDockerfile(
      file,
      text,
      ignores.some((one) => paths.includes(one)),
    );
  }
  const data = readYaml(text);
  if (!data) {
    const message = `${file} ${WORDS[task.language].unread}.`;
    return [{ severity: 'error', rule: 'unreadable', file, line: 1, message }];
  }
  return kind === 'compose' ? checkCompose(file, data) : checkWorkflow(file, data);
}

/** Images of Dockerfiles whose version is not the one that the project asks for. */
async function imagesThatDiffer(
  deps: SessionDeps,
  { task }: HandlerInput,
  files: readonly string[],
): Promise<readonly OpsFinding[]> {
  const wanted = requirementsOf(await filesOfEnvironment(deps, task.files.tree));
  const dockerfiles = files.filter((file) => kindOf(file) === 'dockerfile');
  const found = await Promise.all(
    dockerfiles.map(async (file) => {
      const text = (await textAt(deps, task.files.tree, file)) ?? '';
      return mismatches(file, bases(readDockerfile(text)), wanted);
    }),
  );
  return found.flat();
}

/** Deepest nesting that is read. */
const DEEPEST = 40;

/** A YAML text as plain data with lines; undefined where it is none. Aliases are not followed: they can grow without bound. */
function readYaml(text: string): Placed | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  if (document.errors.length > 0 || !document.contents) return undefined;
  return placed(document.contents, lines, 0);
}

function placed(node: Node | null, lines: LineCounter, depth: number): Placed {
  const line = lines.linePos(node?.range?.[0] ?? 0).line;
  if (!node || depth > DEEPEST || isAlias(node)) return { line };
  if (isScalar(node)) return { line: blockLine(node.type, line), text: textOf(node.source, node.value) };
  if (isSeq(node))
    return { line, list: node.items.map((item) => placed(item as Node | null, lines, depth + 1)) };
  if (!isMap(node)) return { line };
  const entries = node.items.map(({ key, value }) => ({
    key: isScalar(key) ? textOf(key.source, key.value) : '',
    line: lines.linePos((key as Node | null)?.range?.[0] ?? 0).line,
    value: placed(value as Node | null, lines, depth + 1),
  }));
  return { line, entries };
}

/** The text of a block scalar begins on the line after its sign. */
function blockLine(type: string | undefined, line: number): number {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED' ? line + 1 : line;
}

function textOf(source: string | undefined, value: unknown): string {
  // `80:80` may be a number in base 60, and `1.20` is no 1.2: the text as it is written is meant.
  return typeof value === 'string' ? value : (source ?? String(value));
}
