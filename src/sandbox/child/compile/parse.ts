/** Parses JavaScript without imports and exports: the body of a function. */
import { Parser } from 'acorn';
import type { Options, Program } from 'acorn';

const COMMON: Options = {
  ecmaVersion: 'latest',
  sourceType: 'script',
  allowHashBang: true,
  allowReturnOutsideFunction: true,
};

/** Undefined when the parser does not understand it. */
export function parseScript(code: string): Program | undefined {
  try {
    return Parser.parse(code, COMMON);
  } catch {
    return undefined;
  }
}

class StrictParser extends Parser {
  constructor(options: Options, input: string) {
    super(options, input);
    (this as unknown as { strict: boolean }).strict = true;
  }
}

/** Likewise as strict code, which may wait at its top. */
export function parseStrictly(code: string): Program | undefined {
  try {
    return StrictParser.parse(code, { ...COMMON, allowAwaitOutsideFunction: true });
  } catch {
    return undefined;
  }
}
