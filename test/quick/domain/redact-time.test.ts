import { redactor } from '../../../src/domain/redact';
import { redactJson } from '../../../src/domain/redact/json';
import { plantedSecrets } from '../../support/planted-secrets';
import { cpuMs } from '../../support/cpu-time';

const CHARACTERS = 64 * 1024;

/** Words that scanners look for, and texts that make expressions try again: each repeated, and in pairs. */
const WORDS = [
  ...['secret-', 'password', 'api_key', 'x-api-key: ', 'token="', "'token',", '<password>', 'key:string='],
  ...['=', ':', ': ', '"', '\\"', '\\', '\\n', ',', ' ', '\n', '|\n  a', ';', '&token=', '[', ')', '${', '#'],
  ...['eyJ', '-eyJ', 'eyJ.', 'sk-', 'ghp_', 'SG.', 'AKIA', 'npm_', 'aA1', '-----BEGIN ', '-----'],
  ...['-----END PRIVATE KEY-----\n', 'AAAAAAAAAAAAAAAAAAAA\n', '://', 'a://b:', '://a@', '--password '],
  ...['Bearer ', 'Basic QQ', 'Authorization: ', 'Cookie: a=b;', 'cookie=b;', 'login ', 'a.b(', '…'],
];

/** Hundreds of secrets, most of which begin as others do. */
const KNOWN = [
  ...Array.from({ length: 300 }, (_, index) => `secret-value-${index}-of-many`),
  ...Array.from({ length: 60 }, (_, index) => `${'a'.repeat(12 + index)}b`),
];

const repeated = (word: string) => word.repeat(Math.ceil(CHARACTERS / word.length)).slice(0, CHARACTERS);

describe('redacting takes time in proportion to the text', () => {
  const redact = redactor(KNOWN);

  /** A bound that no text that is tried again from each place could keep: those take minutes. */
  const BOUND_MS = 5_000;

  it.each(WORDS)('where 64 KB repeat %j, alone and before another word', (word) => {
    expect(cpuMs(() => redact(repeated(word)))).toBeLessThan(BOUND_MS);
    const [next = ''] = WORDS.slice((WORDS.indexOf(word) * 7 + 3) % WORDS.length);
    expect(cpuMs(() => redact(repeated(word + next)))).toBeLessThan(BOUND_MS);
  });

  it('where 64 KB repeat the beginning of known secrets', () => {
    for (const word of ['secret-value-', 'secret-value-1', 'a', `${'a'.repeat(30)}c`])
      expect(cpuMs(() => redact(repeated(word)))).toBeLessThan(BOUND_MS);
  });

  it('where 64 KB mix all of them', () => {
    const words = [...WORDS, ...plantedSecrets(45).map(({ text }) => text)];
    let state = 1;
    let text = '';
    while (text.length < CHARACTERS) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      text += words[(state >>> 16) % words.length] ?? '';
    }
    expect(cpuMs(() => redact(text))).toBeLessThan(BOUND_MS);
    expect(cpuMs(() => redactJson(JSON.stringify({ text, texts: text.split('\n') }), redact))).toBeLessThan(
      BOUND_MS,
    );
  });
});

describe('JSON on its way into history', () => {
  const redact = redactor();

  it('keeps every byte where it holds no secret', () => {
    const payload = {
      key: {
        run: '01a1fd06-b65f-713e-83e8-8c284dae3968',
        effect: 'round-1/verify-mutation-1#3f9a1c27b0de4411',
      },
      tree: '9b6d8a2f'.repeat(8),
      path: 'src/auth/token-store.test.ts',
      title: 'refuses a password without digits, and tells why',
      code: 'const token = await readToken(request.headers);\nif (!token) return;',
      image:
        'sha512-9pfhNQ8nqzbOQ0Vd0pPUiyQp1pDzK0Y6mKZr3mFWDRxS9YQ0s2n0sF0a1VYbq3cQvBaBPoU9m1pKxAJrXkq3Sw==',
      empty: ['', null, 0, true, '\u2028 \\ " é'],
    };
    const json = JSON.stringify(payload, null, 1);
    expect(redactJson(json, redact)).toBe(json);
  });

  it('loses the text of a field whose name keeps a secret, and stays JSON', () => {
    const json = JSON.stringify({ password: 'hunter2', 'x-api-key': 'swordfish1', deep: [{ note: 'x' }] });
    expect(JSON.parse(redactJson(json, redact))).toEqual({
      password: '[REDACTED]',
      'x-api-key': '[REDACTED]',
      deep: [{ note: 'x' }],
    });
  });

  it('is read however deep it is, and where it is no JSON', () => {
    const deep = '['.repeat(100_000) + '"password: hunter2"' + ']'.repeat(100_000);
    expect(redactJson(deep, redact)).toContain('["password: [REDACTED]"]');
    expect(redactJson('{"text": "password=hunter22', redact)).toBe('{"text": "password=[REDACTED]');
  });

  it('loses the beginning of a known secret where a text was cut', () => {
    const known = redactor(['correct-horse-battery-staple']);
    expect(known('it is correct-horse-batt')).toBe('it is [REDACTED]');
    expect(known('it is correct-horse-b\n… +20')).toBe('it is [REDACTED]\n… +20');
  });
});
