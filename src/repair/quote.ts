/** Code in messages. */

const LONGEST = 60;
/** Characters before a difference that are shown where the beginning is not. */
const BEFORE_DIFFERENCE = 20;

/** Code for messages: one line, at most 60 characters, in backquotes. */
export function quote(code: string): string {
  const line = oneLine(code);
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}

/** Two pieces of code for messages; long ones from where they show how they differ. */
export function quotePair(before: string, after: string): [string, string] {
  const [left, right] = [oneLine(before), oneLine(after)];
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  if (at <= LONGEST / 2) return [quote(left), quote(right)];
  const cut = (line: string): string => {
    const start = line.slice(at - BEFORE_DIFFERENCE).replace(/^[\udc00-\udfff]/, '');
    return quote(line.length > LONGEST ? `…${start}` : line);
  };
  return [cut(left), cut(right)];
}

function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}
