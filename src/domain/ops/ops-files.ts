import { isSecretName, isUnpinned, type OpsFinding, entryOf, type Placed } from './finding';

/** Passwords that every attacker tries. */
const DEFAULTS = [
  'password',
  'postgres',
  'root',
  'admin',
  'secret',
  'changeme',
  'example',
  'test',
  '1234',
  '123456',
];

interface Service {
  name: string;
  line: number;
  service: Placed;
}

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

/** Defects of a workflow of GitHub Actions. */
export function checkWorkflow(file: string, workflow: Placed): readonly OpsFinding[] {
  const jobs = entryOf(workflow, 'jobs')?.entries ?? [];
  const uses = jobs.flatMap(({ value }) => [value, ...(entryOf(value, 'steps')?.list ?? [])]);
  return [...dangerousTrigger(file, workflow), ...uses.flatMap((step) => checkStep(file, step))];
}

function checkStep(file: string, step: Placed): OpsFinding[] {
  const action = entryOf(step, 'uses');
  const run = entryOf(step, 'run');
  const findings: OpsFinding[] = [];
  if (action?.text !== undefined) findings.push(...checkAction(file, action.text, action.line));
  const { text = '', line = step.line } = run ?? {};
  const at = text
    .split('\n')
    .findIndex((part) => /\b(?:echo|printf|cat)\b.{0,500}\$\{\{\s*secrets\./.test(part));
  if (at >= 0)
    findings.push({
      ...{ severity: 'error', rule: 'secret-echoed', file, line: line + at },
      message: 'A secret is printed: pass it to the program by an environment variable.',
    });
  if (/\$\{\{\s*github\.(?:event\.|head_ref)/.test(text))
    findings.push({
      ...{ severity: 'error', rule: 'script-injection', file, line },
      message: 'Text of strangers becomes part of the script: pass it by an environment variable.',
    });
  return findings;
}

/** The action by a commit is fixed; one by a tag of its own maker can be moved. */
function checkAction(file: string, text: string, line: number): OpsFinding[] {
  if (text.startsWith('./') || text.startsWith('docker://')) return [];
  const at = text.lastIndexOf('@');
  const version = at < 0 ? '' : text.slice(at + 1);
  if (/^[0-9a-f]{40}$/.test(version)) return [];
  const isMoving = /^(?:|main|master|latest|develop)$/.test(version);
  const isOfGitHub = text.startsWith('actions/') || text.startsWith('github/');
  return [
    {
      severity: isMoving ? 'error' : isOfGitHub ? 'note' : 'warning',
      ...{ rule: 'unpinned-action', file, line },
      message: `${text} can change without notice: name the commit of the version.`,
    },
  ];
}

/** Runs with secrets on the code of strangers, where the job checks their code out. */
function dangerousTrigger(file: string, workflow: Placed): OpsFinding[] {
  const on = entryOf(workflow, 'on');
  const names = [
    ...(on?.entries ?? []).map(({ key, line }) => ({ key, line })),
    ...(on?.list ?? []).map(({ text = '', line }) => ({ key: text, line })),
    ...(on?.text === undefined ? [] : [{ key: on.text, line: on.line }]),
  ];
  return names
    .filter(({ key }) => key === 'pull_request_target')
    .map(({ line }) => ({
      ...{ severity: 'error', rule: 'pull-request-target', file, line },
      message:
        'pull_request_target gives secrets to pull requests of strangers: use pull_request, or check out no code of theirs.',
    }));
}

export function checkCompose(file: string, compose: Placed): readonly OpsFinding[] {
  const services = entryOf(compose, 'services')?.entries ?? [];
  return services.flatMap(({ key, line, value }) => checkService(file, { name: key, line, service: value }));
}

function checkService(file: string, { name, line, service }: Service): OpsFinding[] {
  const findings: OpsFinding[] = [];
  const add = (severity: OpsFinding['severity'], rule: string, at: number, message: string): void => {
    findings.push({ severity, rule, file, line: at, message });
  };
  const image = entryOf(service, 'image');
  if (image?.text !== undefined && isUnpinned(image.text))
    add(
      'error',
      'unpinned-image',
      image.line,
      `The image ${image.text} of ${name} has no fixed version: name a tag or a digest.`,
    );
  for (const { key, text, line: at } of variablesOf(entryOf(service, 'environment')))
    if (isSecretName(key) && DEFAULTS.includes(text.toLowerCase()))
      add(
        'error',
        'default-password',
        at,
        `${key} of ${name} is a password that everybody knows: take it from a secret or the environment.`,
      );
    else if (isSecretName(key) && text !== '' && !text.includes('$'))
      add(
        'warning',
        'secret-in-file',
        at,
        `${key} of ${name} stands in the file: take it from a secret or the environment.`,
      );
  for (const { text, line: at } of portsOf(entryOf(service, 'ports')))
    add(
      'warning',
      'open-port',
      at,
      `The port ${text} of ${name} is open on all interfaces: put 127.0.0.1: before it unless others need it.`,
    );
  if (image && !entryOf(service, 'healthcheck'))
    add(
      'note',
      'no-health-check',
      line,
      `${name} has no health check: add one, so that others wait until it is ready.`,
    );
  return findings;
}

function variablesOf(given: Placed | undefined): { key: string; text: string; line: number }[] {
  const mapped = given?.entries?.map(({ key, line, value }) => ({ key, line, text: value.text ?? '' })) ?? [];
  const listed = (given?.list ?? []).flatMap(({ text = '', line }) => {
    const at = text.indexOf('=');
    return at < 0 ? [] : [{ key: text.slice(0, at), text: text.slice(at + 1), line }];
  });
  return [...mapped, ...listed];
}

/** Ports that a service opens on every interface of the machine. */
function portsOf(given: Placed | undefined): { text: string; line: number }[] {
  return (given?.list ?? []).flatMap((port) => {
    const published = entryOf(port, 'published')?.text;
    if (published !== undefined)
      return entryOf(port, 'host_ip') === undefined ? [{ text: published, line: port.line }] : [];
    const { text = '', line } = port;
    return /^(?:0\.0\.0\.0:)?[\d-]{1,20}:[\d-]{1,20}(?:\/\w{1,5})?$/.test(text) ? [{ text, line }] : [];
  });
}
