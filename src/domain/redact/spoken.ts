import { BLANK, endOfOthers, endOfRun, LINE_END, QUOTE } from './characters';
import type { Span } from './spans';

/** Names of secrets in Chinese and Korean. */
const NAMES = /密码|口令|密钥|私钥|令牌|验证码|비밀번호|패스워드|암호|비밀키|토큰|시크릿|인증번호/g;
/** Particles, signs and quotes between such a name and its value. */
const LINK = /^(?:是|为|은|는|가|이)?[ \t]{0,8}[:：=]?[ \t]{0,8}["'“「]?/;
const LONGEST_LINK = 24;
const SHORTEST = 6;
const LONGEST = 256;

/** Values behind a name in Chinese or Korean: `密码: …`, `비밀번호는 …`. A value has a digit or a sign, and no word of these scripts. */
export function spokenSpans(text: string): Span[] {
  return [...text.matchAll(NAMES)].flatMap(({ index, 0: name }) => {
    const from = index + name.length;
    const link = LINK.exec(text.slice(from, from + LONGEST_LINK))?.[0] ?? '';
    if (link === '') return [];
    const start = endOfRun(text, from + link.length, BLANK, 8);
    const end = endOfOthers(text, start, BLANK | QUOTE | LINE_END, LONGEST);
    const value =
      /^[\x21-\x7e]{0,256}/.exec(text.slice(start, end))?.[0].replace(/[.,;)}\]]{1,8}$/, '') ?? '';
    const isSecret = value.length >= SHORTEST && /\d/.test(value) && /[A-Za-z]/.test(value);
    return isSecret ? [{ start, end: start + value.length }] : [];
  });
}
