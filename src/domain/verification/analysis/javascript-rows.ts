import { coded, line, message, named, row, toolOnly, type FailureRow } from './row';

const BUILTINS =
  '(?:node:[\\w/]+|assert|async_hooks|buffer|child_process|cluster|crypto|dgram|dns|events|fs|fs/promises|http|https|http2|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)';
/** A specifier that names a file of the project: relative, absolute, or by a usual alias. */
const LOCAL = '(?:\\.{1,2}(?:/[^\'"]*)?|/[^\'"]*|[A-Za-z]:[^\'"]*|file:[^\'"]*|[@~#]/[^\'"]*)';
/** How one begins. */
const LOCAL_START = '(?:\\.{1,2}[/ ]|/|[A-Za-z]:|file:|[@~#]/)';
const NO_MODULE =
  "(?:Cannot find (?:module|package)|Could not resolve|(?:Module not found: )?(?:Error: )?Can't resolve|Failed to resolve import|Unable to resolve(?: path to)? module)";

/** `src/a.ts(1,2): error TS1234: …` and `src/a.ts:1:2 - error TS1234: …`, also within a block of Jest. */
const tsc = (codes: string, text = ''): RegExp =>
  line(
    `[ \\t]*(?<file>[^\\s(:][^\\n(:]*?)(?:\\((?<line>\\d+),(?<column>\\d+)\\): |:\\d+:\\d+ - )error TS(?:${codes}): ${text}[^\\n]*`,
  );

/** Messages of JavaScript engines, compilers and bundlers about a program: its text, imports, names and types. */
export const JAVASCRIPT_ROWS: readonly FailureRow[] = [
  // Configuration that does not parse
  row('syntax', 'manifest', message('Unable to read/parse (?<file>[^\\s:]+): SyntaxError: ')),
  row('syntax', 'manifest', line('JSONError: [^\\n]* in (?<file>[^\\s:]+)$')),
  row('syntax', 'manifest', message('(?:JSON\\.parse )?Invalid (?<file>package\\.json):'), false),
  row(
    'syntax',
    'manifest',
    // What does not parse of the linted files is a rule's message; what ESLint throws is of its configuration.
    line('Oops! Something went wrong! :\\([^\\n]*\\n+ESLint: [^\\n]*\\n+SyntaxError: [^\\n]*'),
    false,
  ),
  // Syntax
  row(
    'syntax',
    'parse',
    line('[^\\n]*SyntaxError: (?<file>\\.?/[^\\n:]+): [^\\n]*\\((?<line>\\d+):(?<column0>\\d+)\\)'),
  ),
  row('import', 'missing-export', message('The requested module [^\\n]+ does not provide an export named')),
  row('import', 'missing-export', message("Named export '[^\\n]+' not found")),
  row('import', 'missing-export', message('(?:\\[ERROR\\] )?No matching export in ')),
  row('import', 'module-format', message('Cannot use import statement outside a module')),
  row('import', 'module-format', message('(?:require|module|exports) is not defined in ES module scope')),
  row('import', 'module-format', message('ES Modules may not assign module\\.exports')),
  row('import', 'module-format', message('require\\(\\) (?:of ES Module|cannot be used on an ESM graph)')),
  row('import', 'module-format', message('Must use import to load ES Module: (?<file>[^\\n]+)')),
  row(
    'import',
    'module-format',
    tsc('1202|1203|1205|1259|1286|1371|1448|1471|1479|1484|1485|1541|1542|1543'),
  ),
  row(
    'import',
    'missing-module',
    coded(
      'ERR_(?:UNSUPPORTED_DIR_IMPORT|PACKAGE_PATH_NOT_EXPORTED|PACKAGE_IMPORT_NOT_DEFINED|INVALID_MODULE_SPECIFIER|UNSUPPORTED_ESM_URL_SCHEME|UNKNOWN_FILE_EXTENSION|IMPORT_ATTRIBUTE_MISSING|REQUIRE_ESM|REQUIRE_CYCLE_MODULE)',
    ),
  ),
  // A file of JSON that a program requires: its text is wrong, where JSON.parse was only given some
  row('syntax', 'parse', message('(?<file>[^\\s:]+\\.json): [^\\n]*\\bJSON\\b')),
  row(
    'runtime',
    'bad-json',
    message('[^\\n]{0,200}(?: in JSON at position \\d|is not valid JSON|end of JSON input)'),
  ),
  row('syntax', 'parse', named('SyntaxError')),
  row('syntax', 'parse', message('Failed to parse source for import analysis')),
  row(
    'syntax',
    'parse',
    line('ERROR in (?<file>\\S+\\.[cm]?[jt]sx?) (?<line>\\d+):\\d[^\\n]*\\nModule parse failed:'),
  ),
  row('build', 'loader', line('ERROR in (?<file>\\S+) (?<line>\\d+):\\d[^\\n]*\\nModule parse failed:')),
  row('build', 'configuration', tsc('17004|7026'), false),
  row(
    'syntax',
    'manifest',
    line(
      '(?=[^\\s(:]*[tj]sconfig)(?<file>[^\\s(:]*\\.json)(?:\\((?<line>\\d+),\\d+\\): |:\\d+:\\d+ - )error TS1\\d{3}: [^\\n]*',
    ),
    false,
  ),
  row('syntax', 'parse', tsc('1\\d{3}|17\\d{3}')),
  row(
    'syntax',
    'parse',
    line(
      '(?<file>\\S+)\\n(?:[ \\t]+\\d+:\\d[^\\n]*\\n)*?[ \\t]+(?<line>\\d+):(?<column>\\d+)[ \\t]+error[ \\t]+Parsing error:',
    ),
  ),
  row(
    'syntax',
    'parse',
    message(
      '\\[ERROR\\] (?:Expected |Unexpected |Unterminated |Syntax error|Invalid assignment|"?await"? |Top-level await |The symbol "[^\\n]*" has already been declared|The JSX syntax )',
    ),
  ),
  row('syntax', 'parse', message('Transform failed with \\d+ error')),
  // Imports
  row(
    'import',
    'missing-module',
    line(
      `ERROR in (?<file>\\S+)(?: (?<line>\\d+):\\d[^\\n]*)?\\nModule not found: Error: Can't resolve '(?<module>${LOCAL})'`,
    ),
  ),
  row(
    'import',
    'missing-builtin',
    line(
      `ERROR in (?<file>\\S+)(?: (?<line>\\d+):\\d[^\\n]*)?\\nModule not found: Error: Can't resolve '${BUILTINS}'`,
    ),
  ),
  row(
    'import',
    'missing-package',
    line(
      "ERROR in (?<file>\\S+)(?: (?<line>\\d+):\\d[^\\n]*)?\\nModule not found: Error: Can't resolve '(?<module>[^'\\n]+)'",
    ),
  ),
  row(
    'import',
    'missing-export',
    line("ERROR in (?<file>\\S+) (?<line>\\d+):\\d[^\\n]*\\nexport '[^\\n]* was not found in "),
  ),
  row('import', 'missing-module', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`](?<module>${LOCAL})['"\`]`)),
  // The entry of a bundle: a file, also where its name begins as a package's would
  row(
    'import',
    'missing-module',
    message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`](?<module>[^'"\`\\n]*/[^'"\`\\n]*\\.[cm]?[jt]sx?)['"\`]$`),
  ),
  row(
    'import',
    'missing-module',
    message(
      `Failed to load url (?=${LOCAL_START})(?<module>\\S+)(?!\\S)[^\\n]* in (?<file>[^\\n]+?)\\. Does the file exist`,
    ),
  ),
  row(
    'import',
    'missing-package',
    message('Failed to load url (?<module>\\S+)(?!\\S)[^\\n]* in (?<file>[^\\n]+?)\\. Does the file exist'),
  ),
  row('import', 'missing-module', message('Could not locate module \\S+ mapped as')),
  row('import', 'missing-builtin', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`]${BUILTINS}['"\`]`)),
  row('import', 'missing-package', message(`(?:\\[ERROR\\] )?${NO_MODULE} ['"\`](?<module>[^'"\`]+)['"\`]`)),
  row(
    'import',
    'missing-module',
    tsc('2307|2792|2834|2835', `(?:Cannot find module ['"](?<module>${LOCAL})['"]|Relative import paths )`),
  ),
  row('import', 'missing-package', tsc('2307|2792', `Cannot find module ['"](?<module>[^'"\\n]+)['"]`)),
  row('import', 'missing-package', tsc('7016|2688'), false),
  row('import', 'missing-package', line('error TS2688: [^\\n]*'), false),
  row('import', 'missing-export', tsc('2305|2306|2459|2497|2498|2613|2614|2616|2724|1192')),
  row('import', 'missing-module', message('(?:Module not found|Cannot find module)\\b')),
  // Names and types
  row('reference', 'missing-types', tsc('2580|2582|2584|2591|2592|2593|2867|2868'), false),
  row('reference', 'unknown-name', tsc('2304|2552|2503|2663|18004')),
  row('reference', 'unknown-name', named('ReferenceError')),
  row('lint', 'unused', tsc('6133|6138|6192|6196|6198')),
  row(
    'build',
    'configuration',
    line(
      '(?:(?<file>[^\\s(:][^\\n(:]*?)(?:\\((?<line>\\d+),(?<column>\\d+)\\): |:\\d+:\\d+ - ))?error TS(?:5\\d{3}|6\\d{3}|18003)\\b: [^\\n]*',
    ),
    false,
  ),
  row('type', 'type-check', tsc('\\d+')),
  toolOnly(
    'configuration',
    message('Key "(?:files|ignores|languageOptions|linterOptions|plugins|processor|rules|settings)": '),
  ),
  row('type', 'type-error', named('TypeError')),
  row('type', 'constant', message('\\[ERROR\\] Cannot assign to ')),
];
