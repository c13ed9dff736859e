import { baseName } from '../../files/paths';
import { isCode, isDocument } from './judge-text';

/** Endings that are tried for one name, or that a name without ending is taken for. */
const FAMILIES: readonly RegExp[] = [
  /\.(d\.)?[cm]?[jt]sx?$|\.(json|node|wasm|vue|svelte)$/,
  /(\.[\w-]+)?\.(py|pyw|pyc|pyd|so|pyx)$/,
  /\.(rb|so|bundle)$/,
  /\.(sh|bash|zsh|ksh|cmd|bat|ps1|exe)$/,
  /\.(php|phar)$/,
  /\.(ex|exs|lua|p[lm]|pmc|r|R)$/,
];
const INDEX = /\/(index|__init__|__main__|init|mod)$/;

/** The judge that a new file would be found before, or in doubt with: another ending, or a folder of its name. */
export function judgeBehind(path: string, judges: Iterable<string>): string | undefined {
  const forms = formsOf(path);
  for (const judge of judges) {
    if (judge === path) continue;
    const known = formsOf(judge);
    if (forms.some((form) => known.some((one) => one.name === form.name && isSameFamily(one, form))))
      return judge;
  }
  return undefined;
}

interface Form {
  name: string;
  /** Undefined for a name without ending. */
  family: number | undefined;
}

function isSameFamily(one: Form, other: Form): boolean {
  return one.family === undefined || other.family === undefined || one.family === other.family;
}

function formsOf(path: string): Form[] {
  const found = FAMILIES.flatMap((pattern, family) =>
    pattern.test(path) ? [{ name: path.replace(pattern, ''), family }] : [],
  );
  const plain: Form[] =
    found.length > 0 ? found : baseName(path).includes('.', 1) ? [] : [{ name: path, family: undefined }];
  return plain.flatMap((form) =>
    INDEX.test(form.name) ? [form, { ...form, name: form.name.replace(INDEX, '') }] : [form],
  );
}

const COMMAND =
  /(?:^|[;&|(`{\n]|\b(?:then|do|else|exec|sudo|env|xargs|time|command|timeout \d{1,9}\w?)[ \t])[ \t]{0,64}(?:\w{1,64}=\S{0,256}[ \t]{1,16}){0,8}([\w.+-]{1,128})(?=[ \t;&|)`\n]|$)/g;

/** Words that shell texts run as commands by their names alone. */
export function commandNames(texts: Iterable<string>): Set<string> {
  return new Set([...texts].flatMap((text) => [...text.matchAll(COMMAND)].map(([, name = '']) => name)));
}

/** True for a new file that would run in place of a command of that name. */
export function isCommandFile(path: string, commands: ReadonlySet<string>): boolean {
  const name = baseName(path);
  return (
    !isCode(path) &&
    !isDocument(path) &&
    path.includes('/') &&
    commands.has(name.replace(/\.(cmd|bat|exe|sh)$/, ''))
  );
}
