import { applyMutations } from '../../../../src/domain/heal/mutation/mutation';
import { SourceThread } from '../../../../src/repair/commands/mutants';
import { NO_HINTS, type Hints } from '../../../../src/repair/mutation/site';

const thread = new SourceThread(new AbortController().signal);

afterAll(() => thread.close());

async function textsOf(path: string, text: string, hints: Hints = NO_HINTS) {
  const lines = new Map(text.split('\n').map((_, at) => [at + 1, 1]));
  const places = [{ path, text, lines, loadScore: 0.5, precedence: 0 }];
  const mutants = await thread.mutants({ places, hints, clues: {}, most: 5_000 });
  return (mutants ?? []).map((mutant) => applyMutations(text, [mutant]));
}

const python = (body: string): string => `def f(items, limit=None):\n    ${body}\n`;
const go = (body: string): string =>
  `package a\n\nfunc f(items []int, limit int) (int, error) {\n\t${body}\n}\n`;
const rust = (body: string): string => `pub fn f(items: &[i64], limit: i64) -> i64 {\n    ${body}\n}\n`;
const fallible = (body: string): string =>
  `pub fn f(items: &mut Vec<i64>) -> Result<i64, Error> {\n    ${body}\n}\n`;
const java = (body: string): string =>
  `class A {\n    int f(int[] items, int limit) {\n        ${body}\n    }\n}\n`;

describe('mutants by the tree of a grammar', () => {
  it.each([
    ['an end of a range in Python', 'a.py', python, 'return range(limit)', 'return range(limit + 1)'],
    ['an end of a slice in Python', 'a.py', python, 'return items[1:limit]', 'return items[:limit]'],
    ['another method in Python', 'a.py', python, 'return items.append(limit)', 'return items.extend(limit)'],
    [
      'a test for None in Python',
      'a.py',
      python,
      'return 1 if limit is None else 2',
      'return 1 if limit is not None else 2',
    ],
    [
      'a fraction of whole numbers in Go',
      'a.go',
      go,
      'return float64(limit / 2)',
      'return float64(limit) / float64(2)',
    ],
    [
      'a fraction of whole numbers in Rust',
      'a.rs',
      rust,
      'f64::from(limit / 9)',
      'f64::from(limit) / f64::from(9)',
    ],
    ['a sum for the larger in Rust', 'a.rs', rust, 'limit.max(items[0])', '(limit + items[0])'],
    ['an empty slice in Go', 'a.go', go, 'return items == nil', 'return len(items) == 0'],
    [
      'an end by a number of the function in Go',
      'a.go',
      go,
      'if limit > 3 { return items[:limit] }; return items',
      'if limit > 3 { return items[:limit - 3] }; return items',
    ],
    [
      'a question for what is read in Java',
      'a.java',
      java,
      'if (limit > 0) { return 1; } return items.length;',
      'if (limit > 0 || items == null) { return 1; } return items.length;',
    ],
    [
      'a bound in Java',
      'a.java',
      java,
      'int n = size(items); return limit;',
      'int n = size(items); return Math.min(limit, size(items));',
    ],
    [
      'a bound by a call with the name of a letter in Python',
      'a.py',
      python,
      'i = size(items); return i',
      'i = size(items); return min(i, size(items))',
    ],
    ['a time with brackets in Go', 'a.go', go, 'return limit / seconds', 'return limit / (seconds * 1000)'],
    ['division in Python', 'a.py', python, 'return limit // 2', 'return limit / 2'],
    [
      'a division that rounds up in Python',
      'a.py',
      python,
      'return len(items) // limit',
      'return (len(items) + limit - 1) // limit',
    ],
    [
      'a division that rounds to the nearest in Go',
      'a.go',
      go,
      'return items[0] / limit, nil',
      'return (items[0] + limit / 2) / limit, nil',
    ],
    [
      'a bound that the function asks for in Python',
      'a.py',
      python,
      'n = size(items); day = limit; return day',
      'n = size(items); day = min(limit, size(items)); return day',
    ],
    [
      'a time in another unit in Python',
      'a.py',
      (body: string) => `def f(now, seconds):\n    ${body}\n`,
      'return now + seconds',
      'return now + seconds * 1000',
    ],
    [
      'a constant for what is missing in Python',
      'a.py',
      (body: string) => `DEFAULT_COST = 4\n\ndef f(costs, name):\n    ${body}\n`,
      'return costs[name]',
      'return costs.get(name, DEFAULT_COST)',
    ],
    [
      'an end by a size of the file in Python',
      'a.py',
      (body: string) => `HEADER_SIZE = 4\n\ndef f(data, end):\n    ${body}\n`,
      'return data[end:]',
      'return data[end + HEADER_SIZE:]',
    ],
    [
      'an owner that may be nil in Go',
      'a.go',
      (body: string) => `package a\n\nfunc f(t *Task, ok bool) bool {\n\t${body}\n}\n`,
      'if !ok { return false }; return t.owner.live',
      'if !ok || t.owner == nil { return false }; return t.owner.live',
    ],
    [
      'a map that nobody made in Go',
      'a.go',
      (body: string) =>
        `package a\n\ntype T struct {\n\tseen map[string]int\n\tsize int\n}\n\nfunc f() *T {\n\t${body}\n}\n`,
      'return &T{size: 1}',
      'return &T{seen: map[string]int{}, size: 1}',
    ],
    [
      'a counter that starts again in Rust',
      'a.rs',
      (body: string) => `pub fn f(items: &[i64]) -> i64 {\n    let mut used = 0;\n    ${body}\n    used\n}\n`,
      'for item in items {\n        used += item;\n        if used > 9 {\n            flush();\n        }\n    }',
      'for item in items {\n        used += item;\n        if used > 9 {\n            flush();\n            used = 0;\n        }\n    }',
    ],
    [
      'a place in the stead of its copy in Rust',
      'a.rs',
      rust,
      'let mut bin = self.bins[limit]; bin.add(1); 0',
      'let bin = &mut self.bins[limit]; bin.add(1); 0',
    ],
    [
      'an error with data in Rust',
      'a.rs',
      fallible,
      'if items.is_empty() { return Err(Error::Bad(items.name())); } Ok(items.first().unwrap())',
      'if items.is_empty() { return Err(Error::Bad(items.name())); } Ok(items.first().map_err(|_| Error::Bad(items.name()))?)',
    ],
    [
      'the order of a sort in Python',
      'a.py',
      python,
      'return sorted(items)',
      'return sorted(items, reverse=True)',
    ],
    ['a missing call in Python', 'a.py', python, 'return items.name', 'return items.name.strip()'],
    [
      'a missing guard in Python',
      'a.py',
      python,
      'return items[0]',
      'if not items:\n        return None\n    return items[0]',
    ],
    ['swapped subscripts in Python', 'a.py', python, 'return items[limit][f]', 'return items[f][limit]'],
    [
      'a negation in Python',
      'a.py',
      python,
      'return f(limit) if items else 0',
      'return f(limit) if not items else 0',
    ],
    [
      'a boundary in Go',
      'a.go',
      go,
      'if limit < len(items) { return 1, nil }\n\treturn 0, nil',
      'if limit <= len(items) { return 1, nil }\n\treturn 0, nil',
    ],
    [
      'a shadowed variable in Go',
      'a.go',
      go,
      'limit := 2\n\treturn limit, nil',
      'limit = 2\n\treturn limit, nil',
    ],
    ['an end of a slice in Go', 'a.go', go, 'return len(items[1:limit]), nil', 'return len(items[1:]), nil'],
    ['swapped arguments in Go', 'a.go', go, 'return max(limit, 3), nil', 'return max(3, limit), nil'],
    [
      'a jump in Go',
      'a.go',
      go,
      'for range items { break }\n\treturn 0, nil',
      'for range items { continue }\n\treturn 0, nil',
    ],
    ['a range in Rust', 'a.rs', rust, '(0..limit).sum()', '(0..=limit).sum()'],
    ['a sum that overflows in Rust', 'a.rs', rust, 'limit - 1', 'limit.saturating_sub(1)'],
    ['an iterator in Rust', 'a.rs', rust, 'items.iter().skip(1).sum()', 'items.iter().take(1).sum()'],
    [
      'a remainder that is not negative in Rust',
      'a.rs',
      rust,
      '(limit - 3) % 7',
      '(limit - 3).rem_euclid(7)',
    ],
    [
      'a sum of what a map holds in Rust',
      'a.rs',
      rust,
      '*map.entry(limit).or_insert(0) = 2;\n    limit',
      '*map.entry(limit).or_insert(0) += 2;\n    limit',
    ],
    [
      'a negation in a closure of Rust',
      'a.rs',
      rust,
      'items.retain(|item| item.is_over(limit));',
      'items.retain(|item| !item.is_over(limit));',
    ],
    [
      'an error for what is missing in Rust',
      'a.rs',
      fallible,
      'check(Error::Empty); items.pop().unwrap_or_default()',
      'check(Error::Empty); items.pop().ok_or(Error::Empty)?',
    ],
    [
      'a remainder that is not negative in Go',
      'a.go',
      go,
      'return limit % 7, nil',
      'return (limit%7 + 7) % 7, nil',
    ],
    [
      'one more within a product in Go',
      'a.go',
      go,
      'return (len(items) - 2) * limit, nil',
      'return (len(items) - 2 + 1) * limit, nil',
    ],
    [
      'an error that others are wrapped around in Go',
      'a.go',
      go,
      'if err == ErrOld { use("errors") }',
      'if errors.Is(err, ErrOld) { use("errors") }',
    ],
    [
      'an error on the other side in Go',
      'a.go',
      go,
      'if ErrOld != err { use("errors") }',
      'if !errors.Is(err, ErrOld) { use("errors") }',
    ],
    ['a negation in Go', 'a.go', go, 'return strings.HasPrefix(a, b)', 'return !strings.HasPrefix(a, b)'],
    ['a negation in Java', 'a.java', java, 'return items.isEmpty();', 'return !items.isEmpty();'],
    [
      'a negation of a chain in Rust',
      'a.rs',
      rust,
      'items.iter().any(|item| *item > limit)',
      '!(items.iter().any(|item| *item > limit))',
    ],
    ['a sum into an element in Go', 'a.go', go, 'counts[limit] = 2', 'counts[limit] += 2'],
    [
      'a loop that goes on in Rust',
      'a.rs',
      rust,
      'for item in items {\n if *item > limit {\n return 1;\n }\n }\n    0',
      'for item in items {\n if *item > limit {\n continue;\n }\n }\n    0',
    ],
    [
      'a remainder of a product in Rust',
      'a.rs',
      rust,
      '(limit + 1) * (limit - 1) % 7',
      '((limit + 1) * (limit - 1)).rem_euclid(7)',
    ],
    [
      'a loop that goes on in Go',
      'a.go',
      go,
      'for range items { if limit > 2 {\n return limit, nil\n} }',
      'for range items { if limit > 2 {\n continue\n} }',
    ],
    [
      'a list of its own for each key in Python',
      'a.py',
      python,
      'return dict.fromkeys(items, [])',
      'return {key: [] for key in items}',
    ],
    [
      'a row of its own for each place in Python',
      'a.py',
      python,
      'return [[0] * 3] * limit',
      'return [[0] * 3 for _ in range(limit)]',
    ],
    [
      'a remainder that is not negative in Java',
      'a.java',
      java,
      'return limit % 7;',
      'return Math.floorMod(limit, 7);',
    ],
    ['another operator in Java', 'a.java', java, 'return limit + 1;', 'return limit - 1;'],
  ])('hold %s', async (_, path, around, wrong, right) => {
    expect(await textsOf(path, around(wrong))).toContain(around(right));
  });

  it('hold no edits of what only looks alike', async () => {
    expect(
      (await textsOf('a.py', python('return dict.fromkeys(items, []).get(limit, 0)'))).join(),
    ).not.toContain('for key in limit');
    expect((await textsOf('a.rs', rust('fail(Error::Empty); items.pop().unwrap()'))).join()).not.toContain(
      'ok_or',
    );
    expect((await textsOf('a.rs', rust('limit % 2 == 0'))).join()).not.toContain('rem_euclid');
  });

  it('take literals from what the failing test expected', async () => {
    const texts = await textsOf('a.py', python("return 'colour'"), {
      strings: ['color'],
      numbers: [],
      pairs: [],
      forms: [],
      titles: [],
    });
    expect(texts).toContain(python("return 'color'"));
  });

  it('leave out those that do not parse, imports and tests among the sources', async () => {
    const text = 'use std::cmp::max;\n#[cfg(test)]\nmod tests {\n    fn one() -> i64 { 1 }\n}\n';
    expect(await textsOf('a.rs', text)).toEqual([]);
  });

  it('put the likeliest first: a boundary before a deleted statement', async () => {
    const body = 'if limit < 3:\n        return 1\n    return 0';
    const [first] = await textsOf('a.py', python(body));
    expect(first).toBe(python(body.replace('<', '<=')));
  });
});
