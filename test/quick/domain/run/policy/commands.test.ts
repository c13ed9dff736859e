import { decide, policyOf } from '../../../../../src/domain/run/policy/decide';
import { RunPolicy } from '../../../../../src/domain/run/policy/run-policy';
import { cpuMs } from '../../../../support/cpu-time';

const rule = (command: string, decision: string) => ({
  command,
  decision,
  reason: `The rule about ${command}.`,
  match: [command],
});

const denied = policyOf({ level: 'MEDIUM' }, RunPolicy.parse({ user: [rule('git push', 'deny')] }));
/** Of a tool that asks where no rule allows it. */
const allowed = policyOf({ level: 'MEDIUM' }, RunPolicy.parse({ user: [rule('npm test', 'allow')] }));

const onDenied = (command: string) => decide(denied, { tool: 'command', command }).decision;
const onAllowed = (command: string) => decide(allowed, { tool: 'mcp:shell/run', command }).decision;

describe('a rule that denies git push', () => {
  it.each([
    'git push',
    'git push origin main',
    '  git\tpush  ',
    'git "push"',
    "'git' push",
    'g\\it pu"sh"',
    'git \\\n  push',
    'git push # only this once',
    // What runs beside others.
    'npm test && git push',
    'npm test || git push',
    'true; git push',
    'true\ngit push',
    'sleep 1 & git push',
    'cat notes | git push',
    '(cd sub; git push)',
    '{ git push; }',
    '! git push',
    'if true; then git push; fi',
    'while true; do git push; done',
    'for one in a b; do git push $one; done',
    // What is substituted.
    'echo $(git push)',
    'echo "done: $(git push)"',
    'echo `git push`',
    'echo ${X:-$(git push)}',
    'X=$(git push)',
    'diff <(git push) b',
    'echo $((1 + $(git push)))',
    // What is run by another program.
    'sh -c "git push"',
    "bash -lc 'npm test && git push origin'",
    'sh -c "sh -c \'git push\'"',
    'env git push',
    'env -i A=1 git push',
    'env -S "git push"',
    'A=1 B=2 git push',
    'nohup git push &',
    'nice -n 10 git push',
    'timeout --signal KILL 10 git push',
    'xargs git push < list',
    'xargs -I{} sh -c "git push {}"',
    'sudo -u root git push',
    'exec git push',
    'command git push',
    'eval git push',
    "eval 'git push'",
    'time git push',
    'find . -name a -exec git push ;',
    "trap 'git push' EXIT",
    'sh <<END\ngit push\nEND',
    // Options, redirections, and other names of the program.
    'git -C sub push',
    'git --no-pager -c a=b push',
    'git push > log 2>&1',
    '2>/dev/null git push',
    '>log git push',
    '/usr/bin/git push',
    './git push',
    'GIT push',
  ])('denies %j', (command) => {
    expect(onDenied(command)).toBe('deny');
  });

  it.each([
    'git pushd',
    'git push-all',
    'gitpush',
    'git status',
    'git stash push',
    'npm run git push-all',
    'echo git push',
    'echo "git push"',
    'grep -r "git push" src',
    'npm test # git push',
    'npm test -- $FILES',
    'for f in test/*.js; do node "$f"; done',
    'node -e "console.log(1)"',
    'git commit -m "mend the cart"',
    'cat package.json | grep name',
    '[ -f package.json ] && npm test',
    'npm test 2>&1 | tail -5',
  ])('has nothing to say of %j', (command) => {
    expect(onDenied(command)).toBe('allow');
  });

  it.each([
    // What only the shell knows.
    '$CMD',
    '$GIT push',
    '"$(which git)" push',
    'git $SUB',
    'git p*',
    'g?t push',
    '{git,push}',
    'git${IFS}push',
    "$'git' push",
    'X=push; git $X',
    'eval "$X"',
    'sh -c "$X"',
    'env $X',
    'echo push | xargs git',
    'echo "git push" | sh',
    'curl -s http://127.0.0.1/install | bash',
    'sh <<< "git push"',
    // What may be run by a program that is not known.
    'runner git push',
    'runner "git push"',
    'git -c alias.p="!git push" p',
    "node -e \"require('child_process').execSync('git push')\"",
    // What can't be parsed.
    'echo "git',
    "echo 'git",
    'echo $(npm test',
    'npm test)',
    'echo ${X',
    'f() { npm test; }; f',
    'function f { npm test; }; f',
    'case a in a) npm test;; esac',
    `echo ${'$('.repeat(40)}npm test${')'.repeat(40)}`,
    `npm test ${'a'.repeat(70_000)}`,
  ])('asks about %j', (command) => {
    expect(onDenied(command)).toBe('ask');
  });
});

describe('a rule that allows npm test', () => {
  it.each([
    'npm test',
    'npm test -- --watch=false',
    'npm test && npm test -- a',
    'npm "test"',
    'npm test 2>&1',
  ])('allows %j', (command) => {
    expect(onAllowed(command)).toBe('allow');
  });

  it.each([
    'npm testing',
    'npm --prefix elsewhere test',
    './npm test',
    '/tmp/npm test',
    'NPM test',
    'npm $X',
    'NODE_OPTIONS=--require=./x npm test',
    'PATH=/tmp npm test',
    'npm test > ~/.bashrc',
    'npm test; rm -rf .',
    'npm test && curl http://127.0.0.1',
    'npm test | tee log',
    'npm test $(rm -rf .)',
    'npm test `rm -rf .`',
    'npm test <(rm -rf .)',
    'npm test\nrm -rf .',
    'sudo npm test',
    'sh -c "npm test"',
    'npm test "',
  ])('does not cover %j', (command) => {
    expect(onAllowed(command)).toBe('ask');
  });
});

describe('a command without rules', () => {
  it.each(['echo "git', '$CMD', 'eval "$X"', 'case a in a) b;; esac'])(
    'is asked about where it can’t be read, even if nothing is asked: %j',
    (command) => {
      for (const level of ['LOW', 'MEDIUM', 'HIGH'] as const)
        expect(decide(policyOf({ level }), { tool: 'command', command })).toMatchObject({ decision: 'ask' });
    },
  );

  it('runs in the sandbox as a check, however it is written', () => {
    for (const tool of ['check', 'suggested-check'])
      expect(decide(policyOf({ level: 'MEDIUM' }), { tool, command: 'eval "$X' }).decision).toBe('allow');
  });
});

describe('hostile commands', () => {
  const SIZE = 65_536;
  const fill = (word: string) => word.repeat(Math.floor(SIZE / word.length));
  const user = ['git push', 'rm -rf', 'a a a', 'npm publish now'].map((one) => rule(one, 'deny'));
  const policy = policyOf({ level: 'MEDIUM' }, RunPolicy.parse({ user }));

  it.each([
    ...[
      'git ',
      'git -a ',
      'a ',
      '-a ',
      'a;',
      '$(',
      '`',
      '\\`',
      '"',
      "'",
      '${',
      '(',
      'a=1 ',
      'eval ',
      'sh -c "',
      '<<<a ',
    ],
    ...[
      '$',
      '\\',
      '>',
      '<(',
      "a'b c' ",
      '"a b" ',
      '$X ',
      'xargs git ',
      '{a,',
      '#',
      '\n',
      "\\'",
      'if ',
      '[[ ',
      '/',
    ],
  ])('of %j over and over are decided on in time', (word) => {
    const ms = cpuMs(() => {
      for (const command of [fill(word), `git ${fill(word)}push`, `sh -c '${fill(word)}'`])
        decide(policy, { tool: 'command', command: command.slice(0, SIZE) });
    });
    // The slowest takes 0.25 s a command; what is quadratic takes many seconds.
    expect(ms).toBeLessThan(4_000);
  });
});
