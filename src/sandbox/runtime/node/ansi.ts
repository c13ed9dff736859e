/** Terminal styles: `util.inspect.colors` and `util.styleText`. */

export const COLORS: Readonly<Record<string, [open: number, close: number]>> = {
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
  black: [30, 39],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  white: [37, 39],
  bgBlack: [40, 49],
  bgRed: [41, 49],
  bgGreen: [42, 49],
  bgYellow: [43, 49],
  bgBlue: [44, 49],
  bgMagenta: [45, 49],
  bgCyan: [46, 49],
  bgWhite: [47, 49],
  framed: [51, 54],
  overlined: [53, 55],
  gray: [90, 39],
  redBright: [91, 39],
  greenBright: [92, 39],
  yellowBright: [93, 39],
  blueBright: [94, 39],
  magentaBright: [95, 39],
  cyanBright: [96, 39],
  whiteBright: [97, 39],
  bgGray: [100, 49],
  bgRedBright: [101, 49],
  bgGreenBright: [102, 49],
  bgYellowBright: [103, 49],
  bgBlueBright: [104, 49],
  bgMagentaBright: [105, 49],
  bgCyanBright: [106, 49],
  bgWhiteBright: [107, 49],
};

/** Other names of the same styles, which are not listed. */
export const COLOR_ALIASES: Readonly<Record<string, string>> = {
  grey: 'gray',
  blackBright: 'gray',
  bgGrey: 'bgGray',
  bgBlackBright: 'bgGray',
  faint: 'dim',
  crossedout: 'strikethrough',
  strikeThrough: 'strikethrough',
  crossedOut: 'strikethrough',
  conceal: 'hidden',
  swapColors: 'inverse',
  swapcolors: 'inverse',
  doubleUnderline: 'doubleunderline',
};

/** Styles of `inspect` by kind of value. */
export const STYLES: Readonly<Record<string, string>> = {
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: 'red',
  module: 'underline',
};

/**
 * Control sequences as node defines them, matched without backtracking: the introducers are read to their end, and a
 * text that ends in a terminator may begin at the last semicolon among them.
 */
const CONTROL =
  /[\u001b\u009b](?:[[\]()#;?]*(?![[\]()#;?])(?:(?:[a-zA-Z\d]+(?:;[-a-zA-Z\d/#&.:=?%@~_]*)*)?(?:\u0007|\u001b\u005c|\u009c)|(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])|[[\]()#;?]*;[#?]*(?![[\]()#;?])[-a-zA-Z\d/#&.:=?%@~_]*(?:;[-a-zA-Z\d/#&.:=?%@~_]+)*(?:\u0007|\u001b\u005c|\u009c))/g;

export function stripControl(text: string): string {
  return text.includes('\u001b') || text.includes('\u009b') ? text.replace(CONTROL, '') : text;
}
