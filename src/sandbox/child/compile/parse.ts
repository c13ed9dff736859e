/** Parses JavaScript: modules, and scripts that are the body of a function. */
import { Parser } from 'acorn';
import type { Options, Program } from 'acorn';

const COMMON: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
};

/** The older word for attributes of an import, which acorn does not read. */
const ASSERT =
  /(\b(?:from|import)\s{0,200}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}')\s{0,200})assert(?=\s{0,200}\{)/g;

export function parseModule(code: string): Program {
  return Parser.parse(code.replace(ASSERT, '$1with  '), {
    ...COMMON,
    sourceType: 'module',
    allowReturnOutsideFunction: false,
  });
}

export function parseScript(code: string): Program {
  return Parser.parse(code, COMMON);
}

class StrictParser extends Parser {
  constructor(options: Options, input: string) {
    super(options, input);
    (this as unknown as { strict: boolean }).strict = true;
  }
}

/** As strict code, which may wait at its top; undefined when it is none. */
export function parseStrictly(code: string): Program | undefined {
  try {
    return StrictParser.parse(code, { ...COMMON, allowAwaitOutsideFunction: true });
  } catch {
    return undefined;
  }
}
