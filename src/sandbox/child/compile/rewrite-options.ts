import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types';
import type { Options } from 'sucrase';

export interface RewriteOptions {
  typescript: boolean;
  /** Options that JSX is compiled with. Absent: the file has no JSX. */
  jsx?: Partial<Options>;
  /** It gets the modules of the test API. */
  testSide: boolean;
  /** Its constructors may have parameter properties. */
  parameterProperties: boolean;
  /** Begins names that are made up. */
  prefix: string;
}

/** Functions that take the name of a module, beside `require`. */
export const NAMING =
  /^(?:resolve|mock|unmock|doMock|dontMock|doUnmock|deepUnmock|setMock|requireActual|requireMock|importActual|importMock|createMockFromModule|genMockFromModule|unstable_mockModule|unstable_unmockModule)$/;

/** Words before the name of what is declared. */
export const DECLARING = new Set<tt>([tt._function, tt._class, tt._enum]);

export const nothing = (): string => '';
