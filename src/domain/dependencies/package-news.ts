/** Newer versions and known vulnerabilities, as the managers of packages tell them. */
import { z } from 'zod';
import { shellPath, shellWord } from '../shell-word';
import type { Finding } from '../session/findings';
import type { LockFile, Manifest } from './types';

/** Question to a package manager, and how its answer is read. */
export interface ManagerAsk {
  readonly rule: 'outdated' | 'vulnerable';
  /** As people type it. */
  readonly command: string;
  /** Succeeds where the program is there. */
  readonly probe: string;
  readonly manifest: string;
  readonly folder: string;
  /** Packages that the manifests of the folder name. */
  readonly declared: readonly string[];
  /** A sentence a package; undefined: the text is no answer. */
  read(text: string, known: Known): string[] | undefined;
}

/** Facts that a reader has beside the text. `isDone`: the command succeeded. */
interface Known {
  readonly declared: readonly string[];
  readonly isDone: boolean;
}

/** Texts that a question left: its answer, what it complained of, and its exit code. */
export interface ManagerAnswer {
  readonly out: string;
  readonly err: string;
  readonly code: string;
}

type Row = Pick<ManagerAsk, 'rule' | 'command' | 'probe' | 'read'>;

/** Most questions that are asked at once. */
export const MOST_ASKS = 8;
/** Folder that the answers are written to. */
export const NEWS_FOLDER = 'kintsugi-news';

const Newer = z.object({ current: z.string().optional(), wanted: z.string().optional(), latest: z.string() });
/** Of a package that several workspaces have, npm tells a list. */
const Outdated = z.record(z.string(), z.union([Newer, z.array(Newer)]));
const NpmAudit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string().optional(), via: z.array(z.unknown()).default([]) }),
  ),
  metadata: z.object({ vulnerabilities: z.looseObject({}) }),
});
const Advisory = z.object({ module_name: z.string(), severity: z.string(), title: z.string() });
const PnpmAudit = z.object({ advisories: z.record(z.string(), Advisory), metadata: z.looseObject({}) });
const PipOutdated = z.array(z.object({ name: z.string(), version: z.string(), latest_version: z.string() }));
const PipAudit = z.object({
  dependencies: z.array(
    z.object({
      name: z.string(),
      version: z.string().optional(),
      vulns: z.array(z.object({ id: z.string() })).default([]),
    }),
  ),
});
const GoModule = z.object({
  Path: z.string(),
  Version: z.string().optional(),
  Update: z.object({ Version: z.string() }).optional(),
});
const CargoOutdated = z.object({
  dependencies: z.array(z.object({ name: z.string(), project: z.string(), latest: z.string() })),
});
const CargoAudit = z.object({
  vulnerabilities: z.object({
    list: z.array(
      z.object({
        advisory: z.object({ id: z.string(), title: z.string() }),
        package: z.object({ name: z.string(), version: z.string() }),
      }),
    ),
  }),
});

function byJson<T>(schema: z.ZodType<T>, tell: (value: T, known: Known) => string[]): ManagerAsk['read'] {
  return (text, known) => {
    const read = schema.safeParse(parsed(text));
    return read.success ? [...new Set(tell(read.data, known))] : undefined;
  };
}

const newer = (name: string, is: string | undefined, latest: string): string =>
  `${name} ${is ?? ''} is outdated: ${latest} is the latest.`.replace('  ', ' ');
const flawed = (name: string, severity: string, why: string): string =>
  `${name} has a known vulnerability${severity === '' ? '' : ` (${severity})`}${why === '' ? '' : `: ${why}`}.`;

const outdatedOf = byJson(Outdated, (all) =>
  Object.entries(all).flatMap(([name, each]) =>
    [each].flat().flatMap(({ current, wanted, latest }) => {
      const is = current ?? wanted;
      return is === latest ? [] : [newer(name, is, latest)];
    }),
  ),
);

const NPM: readonly Row[] = [
  { rule: 'outdated', command: 'npm outdated --json', probe: 'npm --version', read: outdatedOf },
  {
    rule: 'vulnerable',
    // With the setting `offline` it would tell none.
    command: 'npm audit --json --offline=false',
    probe: 'npm --version',
    read: byJson(NpmAudit, ({ vulnerabilities }) =>
      Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
        const titles = via.flatMap((one) => z.object({ title: z.string() }).safeParse(one).data?.title ?? []);
        return flawed(name, severity, titles[0] ?? '');
      }),
    ),
  },
];

const PNPM: readonly Row[] = [
  { rule: 'outdated', command: 'pnpm outdated --format json', probe: 'pnpm --version', read: outdatedOf },
  {
    rule: 'vulnerable',
    command: 'pnpm audit --json',
    probe: 'pnpm --version',
    read: byJson(PnpmAudit, ({ advisories }) =>
      Object.values(advisories).map((one) => flawed(one.module_name, one.severity, one.title)),
    ),
  },
];

const YARN: readonly Row[] = [
  {
    rule: 'outdated',
    command: 'yarn outdated --json',
    probe: 'yarn --version',
    read: (text, { isDone }) => {
      // The first yarn says nothing where nothing is outdated.
      if (isDone && text.trim() === '') return [];
      const Table = z.object({
        type: z.literal('table'),
        data: z.object({ body: z.array(z.array(z.string())) }),
      });
      const tables = lines(text).flatMap((line) => Table.safeParse(line).data?.data.body ?? []);
      return tables.length === 0
        ? undefined
        : tables.map(([name = '', is, , latest = '']) => newer(name, is, latest));
    },
  },
  {
    rule: 'vulnerable',
    command: 'yarn audit --json',
    probe: 'yarn --version',
    read: (text) => {
      const all = lines(text);
      if (!all.some((one) => z.object({ type: z.literal('auditSummary') }).safeParse(one).success))
        return undefined;
      const One = z.object({ type: z.literal('auditAdvisory'), data: z.object({ advisory: Advisory }) });
      return all.flatMap((one) => {
        const advisory = One.safeParse(one).data?.data.advisory;
        return advisory ? [flawed(advisory.module_name, advisory.severity, advisory.title)] : [];
      });
    },
  },
];

/** Names of Python are the same with any case and separators; its managers tell of the whole machine. */
const isNamed = (name: string, { declared }: Known): boolean =>
  declared.some((one) => pythonName(one) === pythonName(name));
const pythonName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const PYTHON: readonly Row[] = [
  {
    rule: 'outdated',
    command: 'python3 -m pip list --outdated --format=json --retries 1',
    probe: 'python3 -m pip --version',
    read: byJson(PipOutdated, (all, known) =>
      all
        .filter(({ name }) => isNamed(name, known))
        .map((one) => newer(one.name, one.version, one.latest_version)),
    ),
  },
  {
    rule: 'vulnerable',
    command: 'pip-audit -f json',
    probe: 'pip-audit --version',
    read: byJson(PipAudit, ({ dependencies }, known) =>
      dependencies
        .filter(({ name }) => isNamed(name, known))
        .flatMap(({ name, version, vulns }) =>
          vulns.map(({ id }) => flawed(`${name} ${version ?? ''}`.trim(), '', id)),
        ),
    ),
  },
];

const GO: readonly Row[] = [
  {
    rule: 'outdated',
    command: 'go list -m -u -json all',
    // Without a proxy it tells no update, and no error.
    probe: 'test "$(go env GOPROXY)" != off',
    read: (text) => {
      const modules = text.split(/\n(?=\{)/).map((part) => GoModule.safeParse(parsed(part)));
      if (!modules.every(({ success }) => success)) return undefined;
      return modules.flatMap(({ data }) =>
        data?.Update ? [newer(data.Path, data.Version, data.Update.Version)] : [],
      );
    },
  },
  {
    rule: 'vulnerable',
    command: 'govulncheck -json ./...',
    probe: 'govulncheck -version',
    read: (text) => {
      const Part = z.object({
        finding: z.object({ osv: z.string(), trace: z.array(z.object({ module: z.string() })) }),
      });
      const parts = text.split(/\n(?=\{)/).map(parsed);
      if (!parts.some((one) => z.object({ config: z.looseObject({}) }).safeParse(one).success))
        return undefined;
      const found = parts.flatMap((one) => {
        const finding = Part.safeParse(one).data?.finding;
        return finding ? [flawed(finding.trace[0]?.module ?? '', '', finding.osv)] : [];
      });
      return [...new Set(found)];
    },
  },
];

const CARGO: readonly Row[] = [
  {
    rule: 'outdated',
    command: 'cargo outdated --root-deps-only --format json',
    probe: 'cargo outdated --version',
    read: byJson(CargoOutdated, ({ dependencies }) =>
      dependencies.flatMap(({ name, project, latest }) =>
        latest === '---' || latest === project ? [] : [newer(name, project, latest)],
      ),
    ),
  },
  {
    rule: 'vulnerable',
    command: 'cargo audit --json',
    probe: 'cargo audit --version',
    read: byJson(CargoAudit, ({ vulnerabilities }) =>
      vulnerabilities.list.map((one) =>
        flawed(`${one.package.name} ${one.package.version}`, '', `${one.advisory.id} ${one.advisory.title}`),
      ),
    ),
  },
];

/** Questions that the manifests of a project ask for, by the manager that its lock file tells: each once a folder. */
export function managerAsks(
  manifests: readonly Manifest[],
  locks: readonly Pick<LockFile, 'path'>[],
): ManagerAsk[] {
  const asks = new Map<string, ManagerAsk>();
  for (const { path, folder, ecosystem, declared } of manifests.filter((one) => one.declared.length > 0)) {
    const has = (name: string): boolean =>
      locks.some((lock) => lock.path === name || lock.path === (folder === '' ? name : `${folder}/${name}`));
    const npm = has('pnpm-lock.yaml') ? PNPM : has('yarn.lock') ? YARN : NPM;
    for (const row of { npm, python: PYTHON, go: GO, cargo: CARGO }[ecosystem]) {
      const key = JSON.stringify([folder, row.command]);
      const { manifest = path, declared: others = [] } = asks.get(key) ?? {};
      asks.set(key, { ...row, manifest, folder, declared: [...others, ...declared.map(({ name }) => name)] });
    }
  }
  return [...asks.values()];
}

/** One command that asks the first questions. Without a network none can be answered, and some managers would then tell of nothing to do. */
export function newsCommand(asks: readonly ManagerAsk[]): string {
  const each = asks.slice(0, MOST_ASKS).map(({ command, probe, folder }, at) => {
    const out = `"$news/${at}"`;
    const enter = folder === '' ? '' : `cd ${shellPath(folder)} && `;
    const ask = `${command} >${out} 2>"$news/${at}.err" </dev/null; echo $? >"$news/${at}.code"`;
    return `( ${enter}if ( ${probe} ) >/dev/null 2>&1; then ${ask}; fi )`;
  });
  const offline = `[ "$CARGO_NET_OFFLINE" = true ] && exit 0`;
  return [`news="$PWD"/${shellWord(NEWS_FOLDER)}`, 'mkdir -p "$news"', offline, ...each, 'exit 0'].join('; ');
}

/** Complaints of a manager that could not reach its registry, after which it may call everything up to date. */
const UNREACHED =
  /Retrying \(Retry|NewConnectionError|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|dial tcp|Could not resolve host|failed to fetch/i;

/** The findings of an answer; undefined where it is none. */
export function newsOf(ask: ManagerAsk, { out, err, code }: ManagerAnswer): Finding[] | undefined {
  if (UNREACHED.test(err)) return undefined;
  const severity = ask.rule === 'vulnerable' ? 'error' : 'note';
  const read = ask.read(out, { declared: ask.declared, isDone: code.trim() === '0' });
  return read?.map((message) => ({ severity, path: ask.manifest, rule: ask.rule, message }));
}

/** Findings that the managers told; the questions as people type them, with and without an answer. */
export interface News {
  readonly findings: readonly Finding[];
  readonly answered: string;
  readonly unanswered: string;
}

/** News of the texts that questions left, by the names of their files: a question without a text has no answer. */
export function newsFrom(asks: readonly ManagerAsk[], texts: ReadonlyMap<string, string>): News {
  const found = asks.map((ask, at) => {
    const out = texts.get(`${at}`);
    const [err = '', code = ''] = ['err', 'code'].map((end) => texts.get(`${at}.${end}`));
    return { ask, news: out === undefined ? undefined : newsOf(ask, { out, err, code }) };
  });
  const listed = (isAnswered: boolean): string => {
    const meant = found.filter(({ news }) => (news !== undefined) === isAnswered);
    const shown = meant.slice(0, 2 * MOST_ASKS).map(({ ask: { folder, command } }) => {
      return `\`${folder === '' ? command : `cd ${shellPath(folder)} && ${command}`}\``;
    });
    return [...shown, ...(meant.length > shown.length ? [`… (+${meant.length - shown.length})`] : [])].join(
      ', ',
    );
  };
  return {
    findings: found.flatMap(({ news = [] }) => news),
    answered: listed(true),
    unanswered: listed(false),
  };
}

function lines(text: string): unknown[] {
  return text.split('\n').filter(Boolean).map(parsed);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
