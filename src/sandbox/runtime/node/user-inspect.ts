/** `inspect` and `format` as user code has them: with options that it may change, and without bounds. */
import { COLORS, STYLES } from './ansi';
import { formatWith } from './format';
import { CUSTOM, DEFAULT_OPTIONS, inspectWith, stylizeWith } from './inspect';
import type { InspectOptions } from './inspect-text';
import { validateObject } from './validate';

type Text = (...values: unknown[]) => string;

export interface Inspection {
  inspect: Text;
  format: Text;
  formatWithOptions: Text;
}

/** The functions over options of their own. */
export function createInspection(): Inspection {
  const defaults: InspectOptions = { ...DEFAULT_OPTIONS };
  const colors: Record<string, [number, number]> = Object.assign(
    Object.create(null) as Record<string, [number, number]>,
    COLORS,
  );
  const styles = Object.assign(Object.create(null) as Record<string, string>, STYLES);

  function optionsOf(options: unknown, args: readonly unknown[]): InspectOptions {
    if (typeof options === 'boolean') {
      const [depth = defaults.depth, withColors = defaults.colors] = args;
      return {
        ...defaults,
        showHidden: options,
        depth: depth as number | null,
        colors: withColors as boolean,
      };
    }
    return { ...defaults, ...(options as Partial<InspectOptions> | undefined) };
  }

  /** Shows any value; the second argument are options, or the old `showHidden` with depth and colours after it. */
  function inspect(value: unknown, options?: unknown, ...args: unknown[]): string {
    return inspectWith(value, optionsOf(options, args), {
      stylize: stylizeWith(styles, colors),
      inspect: shown,
    });
  }

  Object.defineProperty(inspect, 'length', { value: 2 });
  Object.defineProperty(inspect, 'defaultOptions', {
    get: () => defaults,
    set(options: unknown) {
      validateObject(options, 'options');
      Object.assign(defaults, options);
    },
  });

  /** The `inspect` that objects get which show themselves: it leads to no settings. */
  const shown = Object.freeze(
    Object.assign(
      (value: unknown, options?: unknown, ...args: unknown[]) => inspect(value, options, ...args),
      {
        custom: CUSTOM,
      },
    ),
  );

  /** Fills `%s` and so on with `options` for what is inspected. */
  function formatWithOptions(options: unknown, ...values: unknown[]): string {
    validateObject(options, 'inspectOptions');
    return formatWith((value, more) => inspect(value, { ...more, ...options }), values);
  }

  function format(...values: unknown[]): string {
    return formatWith((value, options) => inspect(value, options), values);
  }

  const full = Object.assign(inspect, { custom: CUSTOM, colors, styles });
  return { inspect: full, format, formatWithOptions };
}

/** As tests have them; what shows values in messages, too. */
export const { inspect, format, formatWithOptions } = createInspection();
