import { isSecretName, isUnpinned, type OpsFinding } from './finding';

/** Instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  /** In capitals. */
  readonly name: string;
  readonly rest: string;
  /** From 1. */
  readonly line: number;
}

/** Instructions of a Dockerfile in their order; comments and the bodies of here-documents are left out. */
export function readDockerfile(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const start = at;
    const parts: string[] = [];
    for (;;) {
      const line = (lines[at] ?? '').trim();
      // A comment between continued lines does not end them.
      if (!line.startsWith('#')) parts.push(line.endsWith('\\') ? line.slice(0, -1).trim() : line);
      const goesOn = line.endsWith('\\') || (parts.length > 0 && line.startsWith('#'));
      if (!goesOn || at + 1 >= lines.length) break;
      at += 1;
    }
    const whole = parts.filter(Boolean).join(' ');
    const [, name = '', rest = ''] = /^([A-Za-z]{1,20})\s+(\S.*)$/.exec(whole) ?? [];
    if (name === '') continue;
    found.push({ name: name.toUpperCase(), rest, line: start + 1 });
    const end = /<<-?["']?(\w{1,40})/.exec(rest)?.[1];
    if (end !== undefined) while (at + 1 < lines.length && lines[at]?.trim() !== end) at += 1;
  }
  return found;
}

/** Defects of a Dockerfile. */
export function checkDockerfile(file: string, text: string, hasIgnoreFile: boolean): readonly OpsFinding[] {
  const all = readDockerfile(text);
  const at = (
    { line }: Pick<Instruction, 'line'>,
    severity: OpsFinding['severity'],
    rule: string,
    message: string,
  ): OpsFinding => ({ severity, rule, file, line, message });
  const findings = [
    ...bases(all)
      .filter(({ isPinned }) => !isPinned)
      .map((one) =>
        at(
          one,
          'error',
          'unpinned-base',
          `The image ${one.image} has no fixed version: name a tag or a digest.`,
        ),
      ),
    ...all.flatMap((one) =>
      secretsOf(one).map((name) =>
        at(
          one,
          'error',
          'secret-in-image',
          `${name} stays readable in the image: give it at run time, or by a secret mount.`,
        ),
      ),
    ),
    ...all
      .filter((one) => one.name === 'RUN' && leavesLists(one.rest))
      .map((one) =>
        at(
          one,
          'note',
          'apt-lists',
          'The lists of apt stay in the image: remove /var/lib/apt/lists in the same RUN.',
        ),
      ),
  ];
  const root = rootOf(all);
  if (root)
    findings.push(
      at(root, 'warning', 'root-user', 'The container runs as root: add a USER after the last FROM.'),
    );
  const copiesAll = all.find(({ name, rest }) => /^(?:COPY|ADD)$/.test(name) && /^\.\/?\s/.test(rest));
  if (copiesAll && !hasIgnoreFile)
    findings.push(
      at(
        copiesAll,
        'warning',
        'no-dockerignore',
        'The whole folder is copied without a .dockerignore: add one that leaves out .git and secrets.',
      ),
    );
  return findings;
}

/** Images that stages are made from, but those of other stages and the empty one. */
export function bases(
  all: readonly Instruction[],
): readonly { image: string; line: number; isPinned: boolean }[] {
  const stages = new Set<string>();
  const found = all.flatMap(({ name, rest, line }) => {
    if (name !== 'FROM') return [];
    const words = rest.split(/\s+/).filter((word) => !word.startsWith('--'));
    const [image = '', as = '', stage = ''] = words;
    const isStage = stages.has(image.toLowerCase());
    if (as.toLowerCase() === 'as') stages.add(stage.toLowerCase());
    return isStage || image === 'scratch' ? [] : [{ image, line, isPinned: !isUnpinned(image) }];
  });
  return found;
}

function secretsOf({ name, rest }: Instruction): string[] {
  if (name !== 'ENV' && name !== 'ARG') return [];
  const pairs = rest.includes('=') ? rest.split(/\s+/) : [rest.replace(/\s+/, '=')];
  return pairs.flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=');
    // A reference to another variable is no value of its own; an ARG without one is given when the image is built, and stays in its history.
    const isGiven = name === 'ARG' || (value !== '' && value !== '""' && !value.startsWith('$'));
    return isSecretName(key) && isGiven ? [key] : [];
  });
}

function leavesLists(run: string): boolean {
  return (
    /\bapt(?:-get)? (?:-\S{1,30} ){0,10}install\b/.test(run) &&
    !run.includes('/var/lib/apt/lists') &&
    !run.includes('--mount=type=cache')
  );
}

/** The last FROM, where no user follows it, or root. */
function rootOf(all: readonly Instruction[]): Instruction | undefined {
  const from = all.findLastIndex(({ name }) => name === 'FROM');
  if (from < 0) return undefined;
  const user = all.slice(from).findLast(({ name }) => name === 'USER');
  const [name = 'root'] = (user?.rest ?? 'root').split(':');
  return name === 'root' || name === '0' ? (user ?? all[from]) : undefined;
}
