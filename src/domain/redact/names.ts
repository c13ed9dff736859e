import { isAt, LOWER, UPPER } from './characters';

/** How surely what a name is given is secret: `weak` names are also given what is public. */
export type NameKind = 'strong' | 'weak';

/** Most characters of a name that count, from its end. */
const LONGEST = 64;

/** Quick test before a name is taken apart. */
const HINT = /pass|pwd|secret|token|key|auth|cookie|sess|sid|cred|sig|jwt|pat|otp|mnemonic|pin|conn/i;

const KEYWORDS = new Set(
  (
    'password passwords passwd pwd passphrase passcode passwort secret secrets credential credentials token jwt ' +
    'bearer apikey apitoken apisecret authtoken accesstoken accesskey secretkey privatekey clientsecret mnemonic ' +
    'userpass masterkey signingkey encryptionkey accountkey sharedaccesskey authkey totp'
  ).split(' '),
);

/** Before `key`: which keys are secret. Those of maps, tables and caches are not. */
const KEY_OWNERS = new Set(
  (
    'api access secret private signing encryption master account auth service shared storage license deploy ssh gpg ' +
    'session webhook client consumer hmac aes rsa crypto vault root admin server integration ingest write host hec'
  ).split(' '),
);

/** Behind a keyword these still mean its value. */
const STILL_VALUE = new Set(
  (
    'value data base plain text plaintext raw confirm confirmation confirmed current new old prod production dev staging ' +
    'live main primary secondary default again repeat env v header'
  ).split(' '),
);

/** Names of cookies and parameters that carry a session, a signature or a one-time code. */
const SESSION =
  /^(?:.*session[-_.]?(?:id|key|cookie|token)?|php?sess(?:ion)?id|jsessionid|asp\.net_sessionid|connect\.sid|sid|.*cookie|.*signature|sig|auth|_auth|.*otp|code_verifier)$/i;

/** The kind of a name such as `aws_secret_access_key`, `dbPassword` or `x-api-key`; undefined where it keeps no secret. */
export function kindOfName(name: string): NameKind | undefined {
  const end = name.slice(-LONGEST);
  if (!HINT.test(end)) return undefined;
  const words = wordsOf(end);
  const kind = kindOfWords(words);
  return kind ?? (SESSION.test(end) ? 'weak' : undefined);
}

/** Words of a name in small letters: `AWSSecretKey2` has `aws`, `secret` and `key`. */
export function wordsOf(name: string): string[] {
  const words: string[] = [];
  let start = 0;
  for (let at = 0; at <= name.length; at += 1) {
    const isLetter = isAt(name, at, LOWER | UPPER);
    const isBegin = isAt(name, at, UPPER) && (!isAt(name, at - 1, UPPER) || isAt(name, at + 1, LOWER));
    if (isLetter && !isBegin) continue;
    if (at > start) words.push(name.slice(start, at).toLowerCase());
    start = isLetter ? at : at + 1;
  }
  return words;
}

function kindOfWords(words: readonly string[]): NameKind | undefined {
  const index = words.findLastIndex((word) => !STILL_VALUE.has(word));
  const last = words[index] ?? '';
  const before = words[index - 1] ?? '';
  if (isKeyword(last)) return 'strong';
  if (last === 'key' && KEY_OWNERS.has(before)) return 'strong';
  if (['authorization', 'pass', 'pat', 'pw'].includes(last) && index > 0) return 'strong';
  if (last === 'authorization') return 'strong';
  if (last === 'id' && before === 'key') return 'weak';
  if (last === 'string' && before === 'connection') return 'weak';
  return last === 'key' || words.some(isKeyword) ? 'weak' : undefined;
}

/** A keyword, also with something written before it: `mypassword`, `dbpasswd`. */
function isKeyword(word: string): boolean {
  return KEYWORDS.has(word) || /(?:password|passwd|passphrase|secret|apikey)$/.test(word);
}
