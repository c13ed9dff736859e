import { loginNames } from '../../../../src/client/cli/doctor';

const PASSWD = [
  'root:x:0:0:root:/root:/bin/bash',
  'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
  'sync:x:4:65534:sync:/bin:/bin/sync',
  'git:x:990:990::/var/git:/usr/bin/git-shell',
  'ann:x:1000:1000:Ann,,,:/home/ann:/bin/zsh',
  'bob:x:1001:1001::/home/bob:/bin/bash',
  'old:x:1002:1002::/home/old:/bin/false',
  'none:x:1003:1003::/home/none:',
  'half a line',
  '',
].join('\n');

it('of the accounts of a machine those with a shell can log in, beside root and oneself', () => {
  expect(loginNames(PASSWD, 1000)).toEqual(['git', 'bob', 'none']);
});
