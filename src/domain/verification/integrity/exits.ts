import { codeOnly } from './code-text';

/** A place that ends the process. */
export interface Exit {
  line: number;
  /** `process.exit`, as it is written. */
  call: string;
}

/** Calls that end a process without a word, by endings of files. */
const EXITS: readonly { path: RegExp; call: RegExp }[] = [
  {
    path: /\.[cm]?[jt]sx?$/,
    call: /\b(?:process|Deno)\s*(?:\?\.|\.|(?:\?\.\s*)?\[\s*['"`])\s*(?:exit|reallyExit|abort|kill)\b|\bprocess\s*\.\s*exitCode\s*=(?!=)|\bimport\s*\{(?=[^{}]*\b(?:exit|abort|kill)\b)[^{}]*\}\s*from\s*['"](?:node:)?process['"]|\{(?=[^{}=]*\b(?:exit|reallyExit|abort|kill)\b)[^{}=]*\}\s*=\s*(?:globalThis\s*\.\s*)?(?:process\b|require\(\s*['"](?:node:)?process['"])/g,
  },
  // Below a condition a program of Python ends by `sys.exit` as a matter of course.
  {
    path: /\.py$/,
    call: /\bos\s*\.\s*(?:_exit|abort|kill)\b|\bfrom\s+os\s+import\b[^\n]*\b_exit\b|^(?:sys\s*\.\s*exit\b|exit\s*\(|quit\s*\(|raise\s+SystemExit\b)/gm,
  },
  { path: /\.go$/, call: /\b(?:os|syscall)\.Exit\b/g },
  { path: /\.rs$/, call: /\bprocess::(?:exit|abort)\b/g },
  { path: /\.(java|kts?|scala|groovy)$/, call: /\bSystem\.exit\b|\.halt\s*\(|\bexitProcess\b/g },
  { path: /\.rb$/, call: /\bexit!|\bProcess\.exit\b|^exit\b/gm },
  { path: /\.cs$/, call: /\bEnvironment\.(?:Exit|FailFast)\b/g },
];

/** Texts that name what a process is ended by. */
const TELLING = /^(['"`])(?:(?:node:)?process|exit|reallyExit|abort|kill)\1$/;

/** All places of a source that end the process. */
function exitsIn(path: string, text: string): (Exit & { code: string })[] {
  const row = EXITS.find((one) => one.path.test(path));
  if (!row) return [];
  const code = codeOnly(path, text, TELLING);
  const lines = code.split('\n');
  let line = 1;
  let next = code.indexOf('\n');
  return [...code.matchAll(row.call)].map((match) => {
    for (; next >= 0 && next < match.index; next = code.indexOf('\n', next + 1)) line += 1;
    return {
      line,
      call: match[0].replace(/\s+/g, ' ').replace(/ ?=$/, ''),
      code: lines[line - 1]?.trim() ?? '',
    };
  });
}

/** Places that end the process and that were not there before, wherever their line stood. */
export function newExits(path: string, before: string, after: string): Exit[] {
  const known = new Map<string, number>();
  for (const { code } of exitsIn(path, before)) known.set(code, (known.get(code) ?? 0) + 1);
  return exitsIn(path, after)
    .filter(({ code }) => {
      const left = known.get(code) ?? 0;
      known.set(code, left - 1);
      return left <= 0;
    })
    .map(({ line, call }) => ({ line, call }));
}
