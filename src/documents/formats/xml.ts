import { GrowingText } from '../limits';
import { Lines } from './html';

/** How the text of an XML vocabulary is read; names with their prefixes. */
export interface XmlReading {
  /** Elements whose text counts, with what is in them. */
  texts: readonly string[];
  /** Elements that end a line. */
  lines: readonly string[];
  /** Elements that stand for characters. */
  marks?: Readonly<Record<string, string>>;
}

/** The text of an XML document. */
export async function xmlText(
  xml: string,
  { texts, lines: ends, marks = {} }: XmlReading,
  into = new GrowingText(),
): Promise<GrowingText> {
  const lines = new Lines(into);
  let inside = 0;
  await readXml(xml, {
    open: (name) => {
      if (texts.includes(name)) inside += 1;
      if (Object.hasOwn(marks, name)) lines.add(marks[name] ?? '', true);
    },
    text: (text) => {
      if (inside > 0) lines.add(text);
    },
    close: (name) => {
      if (texts.includes(name)) inside -= 1;
      if (ends.includes(name)) lines.end();
    },
  });
  lines.end();
  return into;
}

/** Parts of an XML document, in their order. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Reads an XML document. Entities that it declares itself are not expanded. */
export async function readXml(xml: string, { open, text, close }: XmlHandler): Promise<void> {
  const { Parser } = await import('htmlparser2');
  const parser = new Parser({ onopentag: open, ontext: text, onclosetag: close }, { xmlMode: true });
  parser.end(xml);
}
