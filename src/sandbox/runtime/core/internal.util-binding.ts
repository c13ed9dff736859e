/** Stand-in for the C++ side of node:util, as far as it must come from this run. */

interface CallSite {
  functionName: string;
  scriptName: string;
  scriptId: string;
  lineNumber: number;
  columnNumber: number;
  column: number;
}

const FRAME = /^\s*at (?:(.*?) \()?(?:async )?([^()\s][^()]*?):(\d+):(\d+)\)?$/;

function getCallSites(count: number): CallSite[] {
  const lines = (new Error('here').stack ?? '').split('\n').filter((line) => !line.includes('kintsugi:'));
  const sites = lines.flatMap((line): CallSite[] => {
    const found = FRAME.exec(line);
    if (!found) return [];
    const [, functionName = '', scriptName = '', row, column] = found;
    const columnNumber = Number(column);
    return [
      {
        functionName,
        scriptName,
        scriptId: '0',
        lineNumber: Number(row),
        columnNumber,
        column: columnNumber,
      },
    ];
  });
  return sites.slice(0, count);
}

const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^#\n]*))/gm;

/** The variables of a `.env` file. */
function parseEnv(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, name = '', single, double, back, bare] of text.replaceAll('\r\n', '\n').matchAll(LINE))
    values[name] = single ?? double?.replaceAll('\\n', '\n') ?? back ?? (bare ?? '').trim();
  return values;
}

export default { ...nodeLibrary.binding('util'), getCallSites, parseEnv };
