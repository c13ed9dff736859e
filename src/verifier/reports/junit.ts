import type * as Xml from 'htmlparser2';
import { projectPath } from '../../domain/verification/analysis';
import type { ReadFailure, ReadReport, ReadTest } from './read-test';

interface Case {
  attributes: Record<string, string>;
  status: ReadTest['status'];
  kind?: string;
  message: string;
  type: string;
  text: string;
}

const BAD: Readonly<Record<string, ReadTest['status']>> = {
  failure: 'failed',
  error: 'failed',
  skipped: 'skipped',
};

/** Tests by JUnit's XML, as pytest, Maven, Gradle and CTest write it. */
export function readJunit(text: string): ReadReport | undefined {
  if (!/<testsuites?[\s>]/.test(text)) return undefined;
  // It takes time to load, and most runs read no XML.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { Parser } = require('htmlparser2') as typeof Xml;
  const cases: Case[] = [];
  let current: Case | undefined;
  let inside = '';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        inside = name;
        if (name === 'testcase')
          cases.push((current = { attributes, status: 'passed', message: '', type: '', text: '' }));
        const status = BAD[name];
        if (!current || status === undefined) return;
        current.status = status;
        current.kind = name;
        current.message = attributes.message ?? '';
        current.type = attributes.type ?? '';
      },
      ontext: (part) => {
        if (current && BAD[inside] !== undefined) current.text += part;
      },
      onclosetag: (name) => {
        inside = '';
        if (name === 'testcase') current = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  // What XML can't hold pytest writes so: the colours of a message say nothing here.
  parser.end(text.replace(/#x1B\[[\d;]{0,24}[A-Za-z]/g, ''));
  return { tests: cases.map(testOf) };
}

function testOf({ attributes, status, kind, message, type, text }: Case): ReadTest {
  const { name = '', classname = '', file = '', time } = attributes;
  const path = classPath(classname, file);
  const isFile = kind === 'error' && text.includes('ImportError while importing test module');
  const collected = kind === 'error' && (isFile || message === 'collection failure');
  // pytest names a module that did not load by its dotted name alone.
  const place = collected && file === '' ? `${(classname || name).replaceAll('.', '/')}.py` : file;
  return {
    file: place,
    path: collected ? [] : [...path, name],
    status,
    durationMs: Number(time ?? 0) * 1_000 || 0,
    ...(status === 'failed' && {
      failure: { ...failureOf(message, type, text), ...(collected && { phase: 'collect' as const }) },
    }),
  };
}

/** Classes within the module of a file; whole, where it does not begin with the file. */
function classPath(classname: string, file: string): string[] {
  if (classname === '') return [];
  if (file === '') return [classname];
  const module = file.replace(/\.\w+$/, '').replaceAll('/', '.');
  if (classname === module) return [];
  if (classname.startsWith(`${module}.`)) return classname.slice(module.length + 1).split('.');
  const last = module.slice(module.lastIndexOf('.') + 1);
  const parts = classname.split('.');
  const at = parts.lastIndexOf(last);
  return at >= 0 ? parts.slice(at + 1) : [classname];
}

/** Last line of an entry of pytest's traceback: `tests/test_a.py:5: AssertionError`. */
const PYTEST_PLACE =
  /^([\w./@+-][\w./@+ -]{0,300}\.py):(\d{1,7}): ?(?:in .{0,200}|([A-Z]\w{0,80}(?:\.\w{1,80})*)?)$/gm;
const ERROR_LINE = /^E {3}(?: {0,4})(.*)$/gm;

function failureOf(message: string, type: string, text: string): ReadFailure {
  const places = [...text.matchAll(PYTEST_PLACE)];
  const own = places.filter(([, file = '']) => !/(?:^|\/)(?:site-packages|dist-packages)\//.test(file));
  const place = own.at(-1);
  const raised = places.at(-1)?.[3];
  const errors = [...text.matchAll(ERROR_LINE)].map(([, line = '']) => line);
  const whole = errors.length > 0 ? errors.join('\n') : message || text.split('\n')[0] || '';
  const unparsed = unparsedIn(whole);
  if (unparsed) return { ...unparsed, stack: text };
  const [, named] = /^((?:[a-z_]\w{0,40}\.){0,5}[A-Z]\w{0,80}): /.exec(whole) ?? [];
  const name = (named ?? raised ?? (type || undefined))?.split('.').at(-1);
  return {
    name,
    message: named === undefined ? whole : whole.slice(named.length + 2),
    stack: text.trim() === '' ? undefined : text,
    ...comparedIn(whole),
    ...(place && { location: { file: place[1] ?? '', line: Number(place[2]) } }),
  };
}

/** A file that Python can't parse, which the traceback names in its message alone. */
function unparsedIn(text: string): ReadFailure | undefined {
  const [head, file, line] = /^ {0,8}File "([^"\n]{1,500})", line (\d{1,7})\n/.exec(text) ?? [];
  const [told, name, said] = /^ {0,8}((?:Syntax|Indentation|Tab)Error): (.{1,1000})$/m.exec(text) ?? [];
  if (head === undefined || file === undefined || told === undefined) return undefined;
  const message = `${said ?? ''}\n${text.replace(told, '').trimEnd()}`;
  return { name, message, location: { file: projectPath(file), line: Number(line) } };
}

/** Values of `assert a == b`, and of JUnit's `expected: <a> but was: <b>`. */
function comparedIn(text: string): Pick<ReadFailure, 'expected' | 'received'> {
  const [, received, expected] = /^(?:AssertionError: )?assert (.{1,500}?) == (.{1,500})$/m.exec(text) ?? [];
  if (received !== undefined) return { received, expected };
  const [, unmet, was] = /expected:? ?<(.{0,500}?)> but was:? ?<(.{0,500}?)>/.exec(text) ?? [];
  return unmet === undefined ? {} : { expected: unmet, received: was };
}
