import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';

/** Shells of accounts that nobody logs in to. */
const NO_LOGIN = /\/(?:nologin|false|sync|halt|shutdown)$/;

/** Names of the accounts of a `/etc/passwd` that can log in, without root and without `own`. */
export function loginNames(passwd: string, own: string): string[] {
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , id, , , , shell = ''] = line.split(':');
    const logsIn = shell !== '' && !NO_LOGIN.test(shell);
    return logsIn && id !== '0' && name !== own ? [name] : [];
  });
}

/** Other users that can log in to this machine; none where it has no `/etc/passwd`. */
export async function otherUsers(): Promise<string[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return loginNames(passwd, userInfo().username);
}
