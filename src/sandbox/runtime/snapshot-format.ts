/** How values become snapshots: jest's own rules and plugins. */
import { format, plugins } from 'pretty-format';
import type { Config, Plugin, PrettyFormatOptions, Printer, Refs } from 'pretty-format';

declare const globalThis: {
  isAsymmetricMatcher: (value: unknown) => boolean;
  isMockFunction: (value: unknown) => boolean;
};

interface MockLike {
  getMockName(): string;
  mock: { calls: unknown[]; results: unknown[] };
}

/** Mocks show their name, calls and results. Only true mocks: code under test could name itself one. */
const mockSerializer: Plugin = {
  test: (value: unknown) => globalThis.isMockFunction(value),
  serialize(value: unknown, config: Config, indentation: string, depth: number, refs: Refs, print: Printer) {
    const { mock, getMockName } = value as MockLike;
    const name = getMockName();
    const title = name === 'jest.fn()' ? '' : ` ${name}`;
    if (mock.calls.length === 0) return `[MockFunction${title}]`;
    const inner = indentation + config.indent;
    const show = (part: unknown): string => print(part, config, inner, depth, refs);
    const lines = [`"calls": ${show(mock.calls)}`, `"results": ${show(mock.results)}`];
    const body = lines.map((line) => `${config.spacingOuter}${inner}${line}`).join(config.min ? ', ' : ',');
    return `[MockFunction${title}] {${body}${config.min ? '' : ','}${config.spacingOuter}${indentation}}`;
  },
};

/** Only matchers made by the test API print themselves. */
const asymmetricMatcher = {
  ...plugins.AsymmetricMatcher,
  test: (value: unknown) => globalThis.isAsymmetricMatcher(value),
} as Plugin;

const BUILT_IN: readonly Plugin[] = [
  plugins.ReactTestComponent,
  plugins.ReactElement,
  plugins.DOMElement,
  plugins.DOMCollection,
  plugins.Immutable,
  mockSerializer,
  asymmetricMatcher,
];

/** The plugins of one run; the last added is the first tried. */
export class Serializers {
  private added: Plugin[] = [];

  constructor(private readonly options: PrettyFormatOptions) {}

  add(plugin: unknown): void {
    this.added = [plugin as Plugin, ...this.added];
  }

  /** Text of a value as it stands in snapshots. */
  print(value: unknown): string {
    const text = format(value, {
      escapeRegex: true,
      indent: 2,
      plugins: [...this.added, ...BUILT_IN],
      printFunctionName: false,
      escapeString: false,
      printBasicPrototype: false,
      ...this.options,
    });
    return text.replace(/\r\n?/g, '\n');
  }
}
