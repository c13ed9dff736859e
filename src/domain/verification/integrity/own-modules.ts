/**
 * Modules that runners and tests load from outside of a project: a file of the project by the same name would be loaded
 * instead. The imports of the project's own sources are added to these.
 */
const PYTHON =
  '__future__ _pytest _thread abc aifc argparse array ast asyncio atexit attr attrs base64 bdb binascii bisect builtins bz2 calendar cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg coverage csv ctypes curses dataclasses datetime dbm decimal difflib dis doctest email encodings enum errno exceptiongroup faulthandler filecmp fileinput fnmatch fractions functools gc genericpath getopt getpass gettext glob graphlib gzip hashlib heapq hmac html http hypothesis importlib iniconfig inspect io ipaddress itertools json keyword linecache locale logging lzma marshal math mimetypes mmap multiprocessing mypy netrc nose2 ntpath numbers opcode operator optparse os packaging pathlib pdb pickle pickletools pip pkg_resources pkgutil platform plistlib pluggy posixpath pprint profile pstats py pycodestyle pyflakes pytest py_compile queue quopri random re reprlib resource ruff runpy sched secrets select selectors setuptools shelve shlex shutil signal site sitecustomize socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog tarfile tempfile termios test textwrap this threading time timeit token tokenize tomli tomllib tox trace traceback tracemalloc tty types typing typing_extensions unicodedata unittest urllib usercustomize uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo';
const RUBY =
  'benchmark bigdecimal bundler date delegate English erb fileutils forwardable json logger minitest minitest/autorun monitor open3 optparse ostruct pp psych rake rbconfig rspec rspec/core rubygems securerandom set singleton stringio strscan tempfile test/unit time timeout tmpdir uri weakref yaml';
const PERL =
  'Carp Exporter File/Find File/Spec List/Util Scalar/Util TAP/Harness Test/Builder Test/Harness Test/More Test/Simple Test2/API base constant parent strict warnings';

/** How sources of one language name modules, and where a file would be taken for one. */
interface Language {
  source: RegExp;
  /** Endings of files that would be loaded, the compiled ones too. */
  module: RegExp;
  known: ReadonlySet<string>;
  /** Names that a text imports, with `/` between their parts. */
  imports(code: string): string[];
  /** Shortest name that counts: of `org/junit/Assert` the package is enough. */
  cut(name: string): string;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const all = (pattern: RegExp, code: string): string[] =>
  [...code.matchAll(pattern)].flatMap((match) => match.slice(1).filter((part) => part !== undefined));

const LANGUAGES: readonly Language[] = [
  {
    source: /\.pyw?$/,
    module: /(\.[\w-]+)?\.(py|pyw|pyc|pyd|so|pyx)$/,
    known: names(PYTHON),
    imports: (code) =>
      all(/^[ \t]*(?:from[ \t]+(\w[\w.]*)[ \t]+import\b|import[ \t]+(\w[\w., \t]*))/gm, code).flatMap(
        (list) => list.split(',').map((name) => name.trim().split(/[\s.]/)[0] ?? ''),
      ),
    cut: (name) => name.split('/')[0] ?? name,
  },
  {
    source: /\.(rb|rake)$|(^|\/)(Rakefile|Gemfile)$/,
    module: /\.(rb|so)$/,
    known: names(RUBY),
    imports: (code) => all(/^[ \t]*(?:require|load)[ (]+['"]([\w/.-]+)['"]/gm, code),
    cut: (name) => name,
  },
  {
    source: /\.(p[lm]|t)$/,
    module: /\.(pm|pmc)$/,
    known: names(PERL),
    imports: (code) =>
      all(/^[ \t]*(?:use|require)[ \t]+([A-Z][\w:]*)/gm, code).map((name) => name.replaceAll('::', '/')),
    cut: (name) => name,
  },
  {
    source: /\.lua$/,
    module: /\.(lua|so)$/,
    known: names('busted luaunit luassert say'),
    imports: (code) =>
      all(/\brequire[ (]+['"]([\w./-]+)['"]/g, code).map((name) => name.replaceAll('.', '/')),
    cut: (name) => name,
  },
  {
    source: /\.(java|kts?|scala|groovy)$/,
    module: /\.(java|kts?|scala|groovy|class)$/,
    known: names(
      'org/junit org/testng org/assertj org/hamcrest org/mockito junit/framework kotlin/test org/scalatest spock/lang',
    ),
    imports: (code) =>
      all(/^[ \t]*import[ \t]+(?:static[ \t]+)?([a-z]\w*(?:\.[a-z]\w*)+)/gm, code).map((name) =>
        name.replaceAll('.', '/'),
      ),
    cut: (name) => name,
  },
  {
    source: /\.(c|cc|cpp|cxx|h|hh|hpp|m|mm)$/,
    module: /\.(h|hh|hpp)$/,
    known: names('assert stdio stdlib string math'),
    imports: (code) => all(/^[ \t]*#[ \t]*include[ \t]*[<"]([\w./+-]+?)(?:\.(?:h|hh|hpp))?[>"]/gm, code),
    cut: (name) => name,
  },
];

/**
 * Outside module that a new file would replace. Undefined: none. `searched`: package folders that are on a search path
 * anyway, since a check runs one of their files.
 */
export function outsideModule(
  path: string,
  paths: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
  searched: ReadonlySet<string>,
  judges: ReadonlySet<string> = new Set(),
): string | undefined {
  const language = LANGUAGES.find((one) => one.module.test(path));
  if (!language || ![...paths].some((one) => language.source.test(one))) return undefined;
  const wanted = new Set(language.known);
  for (const [from, text] of texts)
    if (language.source.test(from)) for (const name of language.imports(text)) wanted.add(language.cut(name));
  const isPackage = (folder: string): boolean => paths.has(`${folder}/__init__.py`) && !searched.has(folder);
  const own = new Set(
    [...paths].flatMap((one) =>
      language.module.test(one) && !judges.has(one) ? formsOf(one, language, isPackage) : [],
    ),
  );
  return formsOf(path, language, isPackage).find((name) => wanted.has(name) && !own.has(name));
}

/** Names by which a file could be loaded: from the root and from each folder that may be on a search path. */
function formsOf(
  path: string,
  { module, source }: Language,
  isPackage: (folder: string) => boolean,
): string[] {
  const bare = path.replace(module, '').replace(/\/__(init|main)__$/, '');
  const parts = bare.split('/');
  const forms: string[] = [];
  for (let from = 0; from < parts.length; from += 1) {
    // Inside of a package of Python a name is not looked for alone.
    if (source.test('x.py') && from > 0 && isPackage(parts.slice(0, from).join('/'))) continue;
    for (let to = parts.length; to > from; to -= 1) forms.push(parts.slice(from, to).join('/'));
  }
  return forms;
}
