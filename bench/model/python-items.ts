/** Small Python modules with a fault: the right body, the fault as text that takes the place of another, and rows of its tests. */
export interface PythonItem {
  name: string;
  /** Names of its parameters, with commas. */
  params: string;
  /** The right body of the function, without its indentation. */
  right: string;
  fault: readonly [text: string, instead: string];
  /** Arguments and result, both as `repr` would write them. */
  rows: readonly (readonly [given: string, result: string])[];
  /** Result of every test on which the broken function raises an error. */
  raises?: string;
}

const item = (
  signature: string,
  right: string,
  fault: PythonItem['fault'],
  rows: Readonly<Record<string, string>>,
  raises?: string,
): PythonItem => {
  const [name = '', params = ''] = signature.split(/[()]/);
  return { name, params, right, fault, rows: Object.entries(rows), raises };
};

export const PYTHON_ITEMS: readonly PythonItem[] = [
  item(
    'clamp(value, low, high)',
    'return max(low, min(value, high))',
    ['max(low, min(value, high))', 'min(low, max(value, high))'],
    { '15, 1, 12': '12', '-40, 23, 90': '23', '57, 20, 80': '57' },
  ),
  item('slug(title)', "return '-'.join(title.lower().split())", ['.lower()', ''], {
    "'Hello World'": "'hello-world'",
    "'A B C'": "'a-b-c'",
  }),
  item(
    'median(numbers)',
    'ordered = sorted(numbers)\nhalf = len(ordered) // 2\nif len(ordered) % 2:\n    return ordered[half]\nreturn (ordered[half - 1] + ordered[half]) / 2',
    ['sorted(numbers)', 'list(numbers)'],
    { '[31, 12, 25]': '25', '[40, 11, 30, 20]': '25.0', '[17]': '17' },
  ),
  item(
    'is_leap(year)',
    'return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)',
    ['year % 100 != 0 or year % 400', 'year % 100 == 0 or year % 400'],
    { '1900': 'False', '2024': 'True', '2000': 'True', '2023': 'False' },
  ),
  item(
    'price(text)',
    "return float(text.replace('.', '').replace(',', '.'))",
    ["replace('.', '').replace(',', '.')", 'strip()'],
    { "'12,50'": '12.5', "'8'": '8.0', "'15'": '15.0' },
    '12.5',
  ),
  item(
    'count_words(text)',
    'counts = {}\nfor word in text.split():\n    counts[word] = counts.get(word, 0) + 1\nreturn counts',
    ['counts.get(word, 0) + 1', 'counts[word] + 1'],
    { "'red'": "{'red': 1}", "'blue'": "{'blue': 1}" },
  ),
  item(
    'chunks(items, size)',
    'return [items[at:at + size] for at in range(0, len(items), size)]',
    ['at + size]', 'at + 1]'],
    { '[11, 12, 13], 2': '[[11, 12], [13]]', '[21, 22], 2': '[[21, 22]]' },
  ),
  item(
    'clock(seconds)',
    "return f'{seconds // 60}:{seconds % 60:02d}'",
    ['seconds % 60:02d', 'seconds % 60'],
    { '65': "'1:05'", '600': "'10:00'", '754': "'12:34'" },
  ),
  item(
    'grade(score)',
    "if score >= 90:\n    return 'excellent'\nif score >= 50:\n    return 'passed'\nreturn 'failed'",
    ["if score >= 90:\n    return 'excellent'\n", ''],
    { '90': "'excellent'", '97': "'excellent'", '64': "'passed'", '12': "'failed'" },
  ),
  item(
    'second_largest(numbers)',
    'return sorted(set(numbers))[-2]',
    ['sorted(set(numbers))', 'sorted(numbers)'],
    { '[15, 15, 12]': '12', '[44, 61, 52]': '52', '[70, 70, 33, 20]': '33' },
  ),
  item(
    'caesar(text, shift)',
    "return ''.join(chr((ord(one) - 97 + shift) % 26 + 97) for one in text)",
    [' % 26 + 97', ' + 97'],
    { "'xyz', 3": "'abc'", "'hello', 5": "'mjqqt'", "'zebra', 1": "'afcsb'" },
  ),
  item(
    'domain(address)',
    "return address.rpartition('@')[2].lower()",
    ["rpartition('@')[2].lower()", "split('@')[1]"],
    { "'ann@Shop.example'": "'shop.example'", "'bob@mail.example'": "'mail.example'" },
  ),
  item(
    'is_palindrome(text)',
    'letters = [one.lower() for one in text if one.isalpha()]\nreturn letters == letters[::-1]',
    ['one.lower()', 'one'],
    { "'Never odd or even'": 'True', "'Anna'": 'True', "'palindrome'": 'False' },
  ),
  item(
    'average(numbers)',
    'known = [one for one in numbers if one is not None]\nreturn sum(known) / len(known)',
    ['if one is not None', ''],
    { '[20, None, 30]': '25.0', '[14, 16]': '15.0' },
    '25.0',
  ),
];
