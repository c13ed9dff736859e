import { withPythonAnswer } from '../../../../src/repair/compare/python/answer-test';

const CALL = { name: 'twice', args: "3, 'it is'", answer: '[6, None]' };
const UNITTEST = [
  'import unittest',
  'from program import twice',
  '',
  'class ProgramTest(unittest.TestCase):',
  '    def test_twice(self):',
  '        self.assertEqual(twice(2), 4)',
  '',
];

describe('an answer as a test of Python', () => {
  it('is a method of the last class of unittest', () => {
    const main = ['', "if __name__ == '__main__':", '    unittest.main()', ''];
    expect(withPythonAnswer([...UNITTEST, ...main].join('\n'), CALL)).toBe(
      [
        ...UNITTEST.slice(0, -1),
        '',
        '    def test_twice_gives_the_answer(self):',
        "        self.assertEqual(twice(3, 'it is'), [6, None])",
        '',
        ...main,
      ].join('\n'),
    );
  });

  it('is a function of pytest, and calls what the file calls', () => {
    const text = 'import program\n\ndef test_twice():\n    assert program.twice(2) == 4\n';
    expect(withPythonAnswer(text, CALL)).toBe(
      `${text}\n\ndef test_twice_gives_the_answer():\n    assert program.twice(3, 'it is') == [6, None]\n`,
    );
  });

  it.each([
    ['is raised', { answer: 'raises KeyError' }],
    ['is an object', { answer: 'Cart(items=[])' }],
    ['never comes', { answer: 'does not end' }],
    ['comes with a change', { answer: 'None; prices becomes [1]' }],
    ['is shortened', { answer: "'abc… of 500" }],
    ['belongs to an object', { args: 'Cart()' }],
    ['is of another function', { name: 'thrice' }],
  ])('is none where it %s', (_, given) => {
    expect(withPythonAnswer(UNITTEST.join('\n'), { ...CALL, ...given })).toBeUndefined();
  });
});
