/** Code for one more; of what is one less already, the rest of it. */
export function oneMore(code: string, gap = ' '): string {
  return /[\w)\]]\s?-\s?1$/.test(code) ? code.replace(/\s?-\s?1$/, '') : `${code}${gap}+${gap}1`;
}

/** Code for one less; of what is one more already, the rest of it. */
export function oneLess(code: string, gap = ' '): string {
  return /[\w)\]]\s?\+\s?1$/.test(code) ? code.replace(/\s?\+\s?1$/, '') : `${code}${gap}-${gap}1`;
}
