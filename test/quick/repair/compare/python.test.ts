import { behaviourIn } from '../../../../src/repair/compare/python';

const line = (given: object): string =>
  JSON.stringify({
    text: 'f(1)',
    origin: 'varied',
    foreign: false,
    answers: ['1', '2'],
    by: [0, 1],
    ...given,
  });

describe('what a bench tells of programs of Python', () => {
  it('is calls, with the answers of the program before and of each repair', () => {
    const stdout = [line({}), line({ text: 'f(2)', origin: 'failing', by: [1, -1] }), ''].join('\n');
    expect(behaviourIn({ stdout }, 2)).toEqual({
      calls: [
        { text: 'f(1)', origin: 'varied', foreign: false },
        { text: 'f(2)', origin: 'failing', foreign: false },
      ],
      before: ['1', '2'],
      answers: [['2', undefined]],
    });
  });

  it.each([
    ['no JSON', 'f(1) is 2'],
    ['half a line', line({}).slice(0, -5)],
    ['other programs', line({ by: [0, 1, 1] })],
    ['an answer that is no text', line({ answers: [1, 2] })],
    ['an origin that nobody knows', line({ origin: 'guessed' })],
  ])('is nothing where a line holds %s', (_, stdout) => {
    expect(behaviourIn({ stdout }, 2)).toEqual({ calls: [], before: [], answers: [[]] });
  });

  it('is unknown where an answer is not among those of its call', () => {
    expect(behaviourIn({ stdout: line({ by: [7, -3] }) }, 2)).toMatchObject({
      before: [undefined],
      answers: [[undefined]],
    });
  });
});
