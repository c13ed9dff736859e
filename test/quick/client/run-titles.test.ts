import { ENGLISH } from '../../../src/domain/run/said';
import { checkTexts, healText } from '../../../src/client/heal-run';
import type { TaskType } from '../../../src/domain/heal/input';
import { VerificationSpec } from '../../../src/domain/verification/verification';

const redacted = (text: string) => text.replaceAll('hunter2', '***');
const command = (text: string) => ({ name: text, command: text });
const of = (spec: object, taskType: TaskType = 'debug') => {
  const input = { taskType, verification: VerificationSpec.parse(spec) };
  return [healText(input, redacted, ENGLISH), checkTexts(input, redacted, ENGLISH)];
};

describe('the title and the checks of a run', () => {
  it.each([
    ['nothing', {}, 'make its tests pass', ['the tests that the project has']],
    [
      'commands',
      { commands: [command('npm test -- hunter2'), command('make')] },
      'make npm test -- *** and 1 more check pass',
      ['`npm test -- ***`', '`make`'],
    ],
    ['globs', { tests: ['spec/*.js'] }, 'make the tests of spec/*.js pass', ['the tests of `spec/*.js`']],
    [
      'globs and a command',
      { tests: ['spec/*.js'], commands: [command('make')] },
      'make make and 1 more check pass',
      ['the tests of `spec/*.js`', '`make`'],
    ],
    [
      'a command and no sandbox tests',
      { tests: [], commands: [command('make')] },
      'make make pass',
      ['`make`'],
    ],
    ['no sandbox tests', { tests: [] }, 'make its checks pass', []],
  ])('name what verifies it where it is given %s', (_, spec, title, checks) => {
    expect(of(spec)).toEqual([title, checks]);
  });

  it('name no check of an answer, which runs none', () => {
    expect(of({}, 'chat_reply')[1]).toEqual([]);
    expect(of({ commands: [command('make')] }, 'chat_reply')[1]).toEqual([]);
  });
});
