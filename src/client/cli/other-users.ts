import { readFile } from 'node:fs/promises';

/** Shells of accounts that nobody logs in to. */
const NO_LOGIN = /\/(?:nologin|false|sync|halt|shutdown)$/;

/** Names of the accounts of a `/etc/passwd` that can log in, without root and without one's own; no shell means `/bin/sh`. */
export function loginNames(passwd: string, ownId: number | undefined): string[] {
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , id = '0', , , , shell = ''] = line.split(':');
    const isOther = name !== '' && id !== '0' && id !== String(ownId);
    return isOther && !NO_LOGIN.test(shell) ? [name] : [];
  });
}

/** Other users that can log in to this machine; none where it has no `/etc/passwd`. */
export async function otherUsers(): Promise<string[]> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return loginNames(passwd, process.getuid?.());
}
