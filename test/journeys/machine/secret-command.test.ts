import { secretOfCommand } from '../../../src/machine/secret-command';

describe('a secret that a command prints', () => {
  it('is its first line, without blanks around it', () => {
    expect(secretOfCommand("printf ' key-of-the-test \\nmore\\n'")).toBe('key-of-the-test');
  });

  it.each(['true', 'exit 3', 'echo key; exit 1', 'no-such-command-of-the-test'])(
    'is not there where the command fails or prints nothing: %s',
    (command) => {
      expect(secretOfCommand(command)).toBeUndefined();
    },
  );
});
