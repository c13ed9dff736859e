/** Numbers of a version: `20.4` is `[20, 4]`. */
type Version = readonly number[];

function versionOf(text: string): Version | undefined {
  const found = /^[v=]{0,2}(?:go)?(\d{1,6}(?:\.\d{1,6}){0,3})/.exec(text.trim())?.[1];
  return found?.split('.').map(Number);
}

/** Order of two versions over the numbers that `shorter` has. */
function compared(one: Version, other: Version, length = Math.max(one.length, other.length)): number {
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** True if a version fits a range as npm, Python and version files write them; undefined where the range can't be read. */
export function fits(version: string, range: string): boolean | undefined {
  return fitsAny(version, range, false);
}

/** Like `fits` for a version whose last numbers are open, such as `20` of an image: true if one of them could fit. */
export function mayFit(version: string, range: string): boolean | undefined {
  return fitsAny(version, range, true);
}

function fitsAny(text: string, range: string, isOpen: boolean): boolean | undefined {
  const version = versionOf(text);
  if (!version) return undefined;
  const verdicts = range.split('||').map((part) => every(version, part, isOpen));
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
}

function every(version: Version, part: string, isOpen: boolean): boolean | undefined {
  const hyphen = /^\s*(\S{1,30})\s+-\s+(\S{1,30})\s*$/.exec(part);
  const joined = hyphen ? `>=${hyphen[1]} <=${hyphen[2]}` : part.replaceAll(/([<>=~^!]{1,3})\s{1,5}/g, '$1');
  const verdicts = joined
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => fitsOne(version, one, isOpen));
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function fitsOne(version: Version, comparator: string, isOpen: boolean): boolean | undefined {
  if (/^(?:\*|x|latest|any)$/i.test(comparator)) return true;
  const [, sign = '', text = ''] = /^([<>=~^!]{0,3})(\S{1,40})$/.exec(comparator) ?? [];
  const bound = versionOf(text);
  if (!bound) return undefined;
  // An open version is compared by the numbers that it has.
  const length = isOpen ? Math.min(version.length, bound.length) : undefined;
  const order = compared(version, bound, length);
  const isStart = (parts: number): boolean =>
    compared(version, bound, Math.min(parts, isOpen ? version.length : parts)) === 0;
  switch (sign) {
    case '>=':
      return order >= 0;
    case '>':
      return isOpen ? order >= 0 : order > 0;
    case '<=':
      return order <= 0 || (!isOpen && isStart(bound.length));
    case '<':
      return isOpen && version.length < bound.length ? order <= 0 : order < 0;
    case '^':
      return order >= 0 && isStart(fixedParts(bound));
    case '~':
      return order >= 0 && isStart(Math.min(bound.length, 2));
    case '~=':
      return order >= 0 && isStart(Math.max(1, bound.length - 1));
    case '!=':
      return isOpen || !isStart(bound.length);
    default:
      return isStart(bound.length);
  }
}

/** Numbers that `^` keeps: up to the first that is not 0. */
function fixedParts(bound: Version): number {
  const first = bound.findIndex((part) => part !== 0);
  return first < 0 ? bound.length : first + 1;
}
