/** Opening mark → closing mark, for sets, parentheses and braces that are closed; read once from left to right. */
export function closingMarks(glob: string): ReadonlyMap<number, number> {
  const closes = new Map<number, number>();
  const open: { at: number; closing: string }[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const char = glob[at];
    if (char === '\\') at += 1;
    else if (char === '[') {
      const end = setEnd(glob, at);
      if (end === undefined) continue;
      closes.set(at, end);
      at = end;
    } else if (char === '(') open.push({ at, closing: ')' });
    else if (char === '{') open.push({ at, closing: '}' });
    else if (char === ')' || char === '}') {
      const begun = open.findLastIndex(({ closing }) => closing === char);
      const [opening] = open.splice(begun < 0 ? open.length : begun);
      if (opening) closes.set(opening.at, at);
    }
  }
  return closes;
}

/** The bracket that ends a set; the first character may be one itself. */
function setEnd(glob: string, open: number): number | undefined {
  const first = open + (/^[!^]/.test(glob[open + 1] ?? '') ? 2 : 1);
  for (let at = first; at < glob.length; at += 1) {
    const class_ = glob[at] === '[' && glob[at + 1] === ':' ? glob.indexOf(':]', at + 2) : -1;
    if (class_ >= 0) at = class_ + 1;
    else if (glob[at] === '\\') at += 1;
    else if (glob[at] === ']' && at > first) return at;
  }
  return undefined;
}
