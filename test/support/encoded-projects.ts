import iconv from 'iconv-lite';
import { makeProject } from './kintsugi';

/** Encodings of Python sources, with words that are written in them. In Shift-JIS `\` is the second byte of some. */
export const PYTHON_ENCODINGS: readonly (readonly [encoding: string, words: string])[] = [
  ['shift_jis', '表示ソ能'],
  ['euc-kr', '도시 재생'],
  ['gb18030', '城市更新研究'],
  ['latin-1', 'configuração'],
];

/** A project of Python with one bug in a source of an encoding, and a request that heals it by a command. */
export async function pythonProject(encoding: string, words: string) {
  const source = [
    `# -*- coding: ${encoding} -*-`,
    `NAME = "${words}"`,
    '',
    '',
    'def biggest(a, b):',
    `    # ${words}`,
    '    return a if a < b else b',
    '',
  ].join('\n');
  const made = await makeProject({
    'lib.py': iconv.encode(source, encoding),
    'test_lib.py': [
      'import unittest',
      'from lib import NAME, biggest',
      'class Lib(unittest.TestCase):',
      '    def test_biggest(self):',
      '        self.assertEqual(biggest(1, 2), 2)',
      '        self.assertEqual(biggest(5, 2), 5)',
      '    def test_name(self):',
      `        self.assertEqual(NAME, "${words}")`,
      '',
    ].join('\n'),
  });
  const request = {
    directory: made.path,
    approval: { level: 'LOW' as const },
    acceptAmbiguous: true,
    // Not the script of a version manager, which takes half a second to find the program.
    verification: { commands: [{ command: '/usr/bin/python3 -m unittest' }] },
  };
  return { project: { ...made, request }, source };
}
