/** Items of a specification in Markdown: what its lists and sentences demand. */

export interface SpecItem {
  /** One line, without marks of lists. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  readonly kind: 'checkbox' | 'numbered' | 'demand' | 'heading';
  /** Mark of a checkbox. */
  readonly isChecked?: boolean;
  /** Heading that it stands below; '' where there is none. */
  readonly section: string;
}

const MOST_ITEMS = 80;
const LINE_CHARS = 1_000;
const DEMAND =
  /\b(?:must|shall|has to|have to|is required to|are required to|should)\b|(?:해|하여|되어|져|어|아)야\s{0,3}(?:한다|합니다|함|하며|하고|된다|됩니다|할)|필수|必须|应当|应该|须/i;
/** Headings of parts that demand nothing. */
const PLAIN =
  /^(?:\d{0,3}[.)]?\s{0,3})?(?:install|getting started|usage|licen[sc]e|contribut|changelog|overview|introduction|background|table of contents|contents|references|notes?|faq|goals?|summary|설치|사용|개요|소개|배경|목차|라이선스|참고|安装|用法|概述|简介|背景|目录|许可|参考)/i;

interface Heading {
  text: string;
  line: number;
  level: number;
}

/** Items of a text, in its order. A heading is one only where nothing below it is. */
export function specItems(markdown: string): SpecItem[] {
  const items: SpecItem[] = [];
  let heading: (Heading & { isLeaf: boolean }) | undefined;
  let fence = '';
  const close = (next?: Heading): void => {
    const isItem = heading?.isLeaf && heading.level > 1 && !PLAIN.test(heading.text);
    const isParent = next !== undefined && heading !== undefined && next.level > heading.level;
    if (heading && isItem && !isParent)
      items.push({ text: heading.text, line: heading.line, kind: 'heading', section: heading.text });
    heading = next && { ...next, isLeaf: true };
  };
  markdown.split('\n').forEach((raw, at) => {
    const line = raw.slice(0, LINE_CHARS).trim();
    const mark = /^(?:```|~~~)/.exec(line)?.[0];
    if (mark !== undefined && (fence === '' || fence === mark)) {
      fence = fence === '' ? mark : '';
      return;
    }
    if (fence !== '') return;
    const title = /^(#{1,6})\s{1,10}(\S.{0,900})$/.exec(line);
    if (title) return close({ text: plain(title[2] ?? ''), line: at + 1, level: title[1]?.length ?? 1 });
    const item = itemOf(line);
    if (!item) return;
    if (heading) heading.isLeaf = false;
    items.push({ ...item, line: at + 1, section: heading?.text ?? '' });
  });
  close();
  return items.sort((left, right) => left.line - right.line).slice(0, MOST_ITEMS);
}

function itemOf(line: string): Pick<SpecItem, 'text' | 'kind' | 'isChecked'> | undefined {
  const box = /^(?:[-*+]|\d{1,4}[.)])\s{1,5}\[([ xX])\]\s{1,5}(\S.{0,900})$/.exec(line);
  if (box) return { text: plain(box[2] ?? ''), kind: 'checkbox', isChecked: box[1] !== ' ' };
  const numbered = /^\d{1,4}[.)]\s{1,5}(\S.{0,900})$/.exec(line);
  if (numbered) return { text: plain(numbered[1] ?? ''), kind: 'numbered' };
  if (line.startsWith('>') || line.startsWith('|') || !DEMAND.test(line)) return undefined;
  const whole = plain(line.replace(/^[-*+]\s{1,5}/, ''));
  const sentences = whole.split(/(?<=[.!?])\s{1,3}|(?<=。)/);
  return { text: sentences.find((one) => DEMAND.test(one)) ?? whole, kind: 'demand' };
}

/** The text without marks of emphasis and links; code keeps its quotation marks. */
function plain(text: string): string {
  return text
    .replace(/\[([^[\]\n]{0,120})\]\([^()\n]{0,200}\)/g, '$1')
    .replace(/\*{1,3}|#{1,6}\s{0,3}$/g, '')
    .trim();
}
