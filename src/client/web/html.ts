import { shownText } from '../../domain/shown';

/** A piece of HTML that is safe to put into a page: all texts in it are escaped. */
export class Html {
  constructor(readonly source: string) {}
}

/** Value of a template: a text is escaped, a list is joined, nothing is left out. */
export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it, in an element or a quoted attribute; characters that nobody sees, or that turn others around, are written out. */
export function escaped(text: string): string {
  return shownText(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** Template of HTML: its own text is trusted, its values are not. An attribute has to stand in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(parts.reduce((before, part, at) => before + sourceOf(values[at - 1]) + part));
}

function sourceOf(value: HtmlValue): string {
  if (value instanceof Html) return value.source;
  if (value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(sourceOf).join('');
  return escaped(String(value));
}

/** A sentence with what stands in backquotes as code. */
export function prose(text: string): Html {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
