/** Packages that imports mean. */
import type { Ecosystem } from './types';

/** Python distributions whose import has another name: import name → distribution. */
const PYTHON_NAMES: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  cv2: 'opencv-python',
  crypto: 'pycryptodome',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'pymupdf',
  git: 'gitpython',
  google: 'google-cloud',
  jose: 'python-jose',
  jwt: 'pyjwt',
  llama_cpp: 'llama-cpp-python',
  magic: 'python-magic',
  mysqldb: 'mysqlclient',
  openssl: 'pyopenssl',
  pil: 'pillow',
  psycopg2: 'psycopg2-binary',
  serial: 'pyserial',
  sklearn: 'scikit-learn',
  skimage: 'scikit-image',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
};

const PYTHON_STANDARD: ReadonlySet<string> = new Set(
  (
    '__future__ _thread abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cgi ' +
    'cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy ' +
    'copyreg cprofile csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ' +
    'ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass ' +
    'gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imp importlib inspect io ipaddress itertools ' +
    'json keyword lib2to3 linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder ' +
    'multiprocessing netrc ntpath numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib ' +
    'poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re readline ' +
    'reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib ' +
    'socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog ' +
    'tabnanny tarfile tempfile termios test textwrap threading time timeit tkinter token tokenize tomllib trace ' +
    'traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref ' +
    'webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
);

/** Distribution names as they are compared: letter case and kinds of dashes do not count. */
export function normalName(name: string, ecosystem: Ecosystem): string {
  if (ecosystem === 'python') return name.toLowerCase().replaceAll(/[-_.]{1,10}/g, '-');
  return ecosystem === 'cargo' ? name.replaceAll('-', '_') : name;
}

/** Package that a specifier means; undefined for the language's own and for files of the project. */
export function packageOf(specifier: string, ecosystem: Ecosystem): string | undefined {
  switch (ecosystem) {
    case 'npm': {
      if (!/^(?:@[\w.~-]{1,100}\/)?[A-Za-z0-9][\w.~-]{0,200}(?:\/|$)/.test(specifier)) return undefined;
      const parts = specifier.split('/');
      return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
    }
    case 'python': {
      const top = (specifier.split('.')[0] ?? '').toLowerCase();
      if (top === '' || PYTHON_STANDARD.has(top)) return undefined;
      return normalName(PYTHON_NAMES[top] ?? top, 'python');
    }
    case 'go':
      return specifier.split('/')[0]?.includes('.') ? specifier : undefined;
    case 'cargo': {
      const top = specifier.split('::')[0] ?? '';
      const isOwn = /^(?:crate|self|super|std|core|alloc|proc_macro|test)$/.test(top);
      return /^[a-z][a-z0-9_]{0,100}$/.test(top) && !isOwn ? top : undefined;
    }
  }
}

/** True if an imported package is the declared one, as far as names tell. */
export function isSamePackage(imported: string, declared: string, ecosystem: Ecosystem): boolean {
  if (ecosystem === 'go') return imported === declared || imported.startsWith(`${declared}/`);
  const [used, named] = [normalName(imported, ecosystem), normalName(declared, ecosystem)];
  if (used === named) return true;
  if (ecosystem === 'npm') return named === `@types/${used.replace(/^@/, '').replace('/', '__')}`;
  if (ecosystem !== 'python') return false;
  const bare = (name: string): string => name.replace(/^(?:python|py)-?|-(?:python|binary|headless)$/g, '');
  return bare(used) === bare(named) || named.startsWith(`${used}-`);
}
