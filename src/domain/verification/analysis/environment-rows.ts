import { message, named, line, type FailureRow } from './row';

const environment = (cause: string, pattern: RegExp): FailureRow => ({
  kind: 'environment',
  cause,
  repairable: false,
  pattern,
});

/** Programs that `python -m` starts: where one is not there, no edit of the project brings it. */
const PYTHON_TOOLS =
  'pytest|tox|nox|nose2?|coverage|trial|behave|mypy|pyright|ruff|flake8|pylint|black|isort|build|pip|virtualenv|poetry';

/** A line of a tool, not the message of an error that the user's code threw. */
const TOOL_LINE = '(?![ \\t]*[\\w.]*Error\\b)[^\\n]{0,300}';
/** How a program ended that could not be run; its own rows say more, where there is one. */
const EXIT = '(?:exit code|exit status|exited with(?: code)?)';
/** Names of system errors in Rust's standard library. */
const RUST_NETWORK =
  'ConnectionRefused|ConnectionReset|ConnectionAborted|HostUnreachable|NetworkUnreachable|NotConnected';
/** A panic by an error of the system. */
const panicOf = (kinds: string): RegExp =>
  line(`[ \\t]*thread '(?=[^\\n]* panicked at )[^\\n]*\\bkind: (?:${kinds})\\b[^\\n]*`);
const SOCKET_CODES = 'ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE';

/** Cause of what the sandbox does not have, in its own words: the machine may have it. */
export const SANDBOX_CAUSE = 'sandbox';
/** Cause of what a check may not do unless its run allows it. */
export const USERNS_CAUSE = 'user-namespace';
const SANDBOX_SENTENCES = [
  'there is no network in the sandbox\\.',
  'is not available in the sandbox\\.',
  'this module of Node is not in the sandbox\\.',
  'is not allowed in the sandbox: allow it with',
].join('|');

/** Failures of the machine or its surroundings: no edit of the sources mends them. */
export const ENVIRONMENT_ROWS: readonly FailureRow[] = [
  environment(SANDBOX_CAUSE, message(`[^\\n]{0,300}?(?:${SANDBOX_SENTENCES})`)),
  // Node
  environment(
    'network',
    message(
      `(?:connect|getaddrinfo|read|write|queryA|socket hang up|request to \\S+ failed)[^\\n]*\\b(?:${SOCKET_CODES})\\b`,
    ),
  ),
  environment('network', message(`(?:code |errno )?(?:${SOCKET_CODES}|ENOTCACHED)\\b`)),
  environment('network', message('socket hang up$')),
  environment('network', message('fetch failed\\]?(?=$|[ {\\n])')),
  // Browsers and containers that may not isolate programs of their own.
  environment(
    USERNS_CAUSE,
    line(
      '[^\\n]{0,300}(?:No usable sandbox!|Failed to move to new namespace|unshare failed: |Creating new namespace failed)',
    ),
  ),
  environment('permission', message('(?:EACCES: permission denied|EPERM: operation not permitted)')),
  environment('permission', message('(?:spawn|spawnSync|listen) (?:\\S+ )?(?:EACCES|EPERM)\\b')),
  environment('permission', message('(?:code )?(?:EACCES|EPERM)$')),
  environment('missing-tool', message('(?:spawn|spawnSync) \\S+ ENOENT\\b')),
  environment('disk-full', message('ENOSPC\\b')),
  // Python
  environment(
    'network',
    named('ConnectionRefusedError|ConnectionResetError|gaierror|URLError|ConnectTimeout'),
  ),
  environment('permission', named('PermissionError')),
  environment('disk-full', message('\\[Errno 28\\]')),
  environment('missing-tool', line(`\\S*python[\\d.]*(?:\\.exe)?: No module named (?:${PYTHON_TOOLS})$`)),
  // A missing file, by its message; what could not be started, by the frame above it
  environment(
    'missing-tool',
    line(
      ' +File "[^"\\n]*subprocess\\.py", line \\d+, in _execute_child\\n(?: [^\\n]*\\n){0,4}FileNotFoundError: [^\\n]*: \'[^/\\n]+\'$',
    ),
  ),
  // Rust
  environment('network', panicOf(RUST_NETWORK)),
  environment('permission', panicOf('PermissionDenied')),
  environment('disk-full', panicOf('StorageFull')),
  ...[
    environment(
      'network',
      message(
        '(?:self[- ]signed certificate|unable to (?:verify the first certificate|get local issuer certificate)|certificate has expired)',
      ),
    ),
    // Go, cargo, curl, git
    environment(
      'network',
      line(`${TOOL_LINE}\\bdial (?:tcp|udp)[^\\n]*(?:refused|no such host|timeout|unreachable)`),
    ),
    environment(
      'network',
      line(`${TOOL_LINE}(?:[Cc]ould not resolve (?:host|proxy)|Temporary failure in name resolution)`),
    ),
    environment('network', line('error: failed to (?:download|fetch)[^\\n]*')),
    environment('network', line('curl: \\((?:5|6|7|28|35|52|55|56)\\) [^\\n]*')),
    environment(
      'network',
      line(
        '(?:wget|ssh|scp|rsync|psql|mysql|redis-cli|nc): [^\\n]*(?:unable to resolve host|[Cc]onnection (?:refused|timed out)|Could not resolve hostname)',
      ),
    ),
    environment('missing-tool', line('error: no such command: `[^\\n]*')),
    environment(
      'permission',
      line(`${TOOL_LINE}(?:: permission denied$|Permission denied \\(os error 13\\))`),
    ),
    environment(
      'permission',
      line(
        '(?:mkdir|touch|cp|mv|rm|ln|tee|tar|cat|chmod|install|make)(?:\\[\\d+\\])?: [^\\n]*: Permission denied$',
      ),
    ),
    environment('disk-full', line(`${TOOL_LINE}(?:[Nn]o space left on device|[Dd]isk quota exceeded)`)),
    environment('disk-full', line('\\S*sh: [^\\n]*: I/O error')),
    // Shells
    environment('missing-tool', line('\\S*sh: (?:line )?(?:\\d+: )?[^\\s:]+: (?:command )?not found$')),
    environment('missing-tool', line('(?:[^\\s:]+: command not found$|zsh: command not found: )')),
    environment('missing-tool', line("'?[^'\\n]+'? is not recognized as an internal or external command")),
    environment('missing-tool', line('[^\\n]*: executable file not found in \\$PATH')),
    environment('missing-tool', line('make(?:\\[\\d+\\])?: [^\\s:]+: No such file or directory$')),
    environment('missing-tool', line('(?:/usr/bin/)?env: [^\\n]*No such file or directory')),
    { ...environment('missing-tool', line(`[^\\n]*\\b${EXIT} 127\\b`)), general: true },
    environment('permission', line('\\S*sh: (?:line )?(?:\\d+: )?[^\\n:]+: Permission denied')),
    { ...environment('permission', line(`[^\\n]*\\b${EXIT} 126\\b`)), general: true },
    // npm
    environment('network', message('code (?:E404|E401|E403|ENEEDAUTH|E5\\d\\d|ERR_SOCKET_TIMEOUT)$')),
    environment(
      'dependencies',
      message('code (?:ERESOLVE|ETARGET|EINTEGRITY|EBADENGINE|EOVERRIDE|EBADPLATFORM|ENOVERSIONS)$'),
    ),
  ].map((row) => ({ ...row, commandOnly: true })),
];
