import { redact, REDACTED, redactor } from '../../../src/domain/redact';
import { redactJson } from '../../../src/domain/redact/json';
import { ENVIRONMENT, plantedSecrets, tracesIn } from '../../support/planted-secrets';

describe('redact', () => {
  test.each([
    ['OpenAI key', 'key sk-proj-abcdefghijklmnopqrst end'],
    ['GitHub token', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['GitHub fine-grained token', 'github_pat_11ABCDEFG0123456789_abcdefghij'],
    ['GitLab token', 'glpat-abcdefghij0123456789'],
    ['Slack token', 'xoxb-1234567890-abcdefghij'],
    ['AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['Google key', 'AIzaSyA-abcdefghijklmnopqrstuvwxyz01234'],
    ['npm token', 'npm_abcdefghijklmnopqrstuvwxyz0123456789'],
    ['JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123'],
    ['bearer header', 'Authorization: Bearer abcdef0123456789'],
    ['password in a URL', 'postgres://app:s3cr3tpass@db:5432/x'],
    ['assigned password', 'password: "correct horse"'.replace(' horse', '-horse')],
    ['assigned key', "const API_KEY = 'abcd1234efgh';"],
    ['assigned key in a text within JSON', '{"text":"const apiKey = \\"abcd1234efgh\\";"}'],
    ['line of an .env file', 'PORT=8080\nSTRIPE_SECRET=abcd1234efgh\nDEBUG=1'],
    ['exported variable', 'export GH_TOKEN=abcdef0123456789'],
    ['Stripe key', 'sk_live_abcdefghij0123456789'],
    ['Hugging Face token', 'hf_abcdefghijklmnopqrstuvwxyz0123'],
    ['SendGrid key', 'SG.abcdefghijklmnop0123.abcdefghijklmnop0123'],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----'],
    ['cut private key', '-----BEGIN PRIVATE KEY-----\nMIIBabc'],
  ])('%s', (_, text) => {
    const clean = redact(text);
    expect(clean).toContain(REDACTED);
    expect(clean).not.toMatch(
      /abcdefghij|IOSFODNN|abc-DEF|abcdef0123|s3cr3tpass|correct-horse|abcd1234efgh|MIIB/,
    );
  });

  test.each([
    ['a pair of name and value in JSON', '{"name":"DB_PASSWORD","value":"VALUE"}'],
    ['a pair of name and value in YAML', '- name: DB_PASSWORD\n  value: VALUE'],
    ['a pair of name and value in XML', '<add key="ApiKey" value="VALUE"/>'],
    ['a text of several lines', 'api_key = """\nVALUE\n"""'],
    ['a line of a Dockerfile', 'ENV API_KEY VALUE'],
    ['a definition of C', '#define API_KEY "VALUE"'],
    ['a row of a table', '| password | VALUE |'],
    ['an arrow', 'password -> VALUE'],
    ['a sentence', 'Password is VALUE'],
    ['a call', 'setPassword("VALUE")'],
    ['a coloured line', 'password\u001b[0m: \u001b[32mVALUE\u001b[0m'],
    ['a mark without width', 'pass\u00adword: VALUE'],
    ['a wide colon', 'password\uff1a VALUE'],
    ['a name that ends in value', 'secret_value: VALUE'],
    ['data of a key', 'client-key-data: VALUE'],
    ['a user of curl', 'curl -u admin:VALUE https://example.org'],
    ['a long flag of curl', "curl --user='admin:VALUE' https://example.org"],
    ['a flag of a database client', 'mysql -u root -pVALUE shop'],
    ['Chinese', '数据库的密码：VALUE'],
    ['a Chinese sentence', '密码是VALUE。'],
    ['Korean', '비밀번호: VALUE'],
    ['a Korean sentence', '비밀번호는 VALUE 입니다'],
  ])('a value beside its name goes in %s', (_, text) => {
    const value = 'kR9x2mQ7vT4pL8wZ';
    const clean = redact(text.replace('VALUE', value));
    expect(clean.replace(/\s*\[REDACTED\]\s*/, '')).toBe(text.replace(/\s*VALUE\s*/, ''));
  });

  test.each([
    'the token 12 of line 4',
    'docker run -p 8080:80 -u 1000:1000 image',
    'tar -pxzf archive.tar.gz && ssh -p2222 host',
    '密码长度为 8 到 64 个字符',
    '비밀번호는 영문자와 숫자를 포함해야 합니다',
    'expected token Identifier but found EndOfFile',
    'password field | is required |',
    'setPassword("secret-word")',
    'fn token() -> String',
    '{ name: "title", value: "A12b34C56d78E90f" }',
  ])('%j stays as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('a given secret goes in every form in which programs print it', () => {
    const secret = 'hunter2&Longer/S3cret<x>';
    const bytes = [...Buffer.from(secret)];
    const forms = [
      secret.replaceAll('/', '\\/'),
      secret.replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
      secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      JSON.stringify(bytes),
      JSON.stringify({ data: bytes }, null, 2),
      bytes.map((byte) => byte.toString(16)).join(' '),
      `${secret.slice(0, 9)}\n    ${secret.slice(9)}`,
      `${secret.slice(0, 9)}\u001b[31m${secret.slice(9)}`,
      Buffer.from(`user:${secret}:and more`).toString('base64').replace(/.{12}/g, '$&\n'),
    ];
    for (const form of forms)
      expect([form, redact(`a ${form} b`, [secret])]).toEqual([form, expect.stringContaining(REDACTED)]);
  });

  describe('a given secret goes with its escapes, and nothing beside it', () => {
    const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
    const octal = (byte: number): string => byte.toString(8).padStart(3, '0');
    const FORMS: [string, (byte: number, at: number) => string][] = [
      ['percent-encoded', (byte) => `%${hex(byte)}`],
      ['percent-encoded in capitals', (byte) => `%${hex(byte).toUpperCase()}`],
      [
        'percent-encoded here and there',
        (byte, at) => (at % 3 === 0 ? `%${hex(byte)}` : String.fromCharCode(byte)),
      ],
      ['octal', (byte) => `\\${octal(byte)}`],
      ['octal here and there', (byte, at) => (at % 2 === 0 ? `\\${octal(byte)}` : String.fromCharCode(byte))],
      ['hexadecimal', (byte) => `\\x${hex(byte)}`],
      ['code units', (byte) => `\\u00${hex(byte)}`],
      ['of HTML', (byte) => `&#${byte};`],
      ['of HTML in hexadecimal', (byte) => `&#x${hex(byte)};`],
      ['percent-encoded twice', (byte) => `%25${hex(byte)}`],
      ['octal within JSON', (byte) => `\\\\${octal(byte)}`],
      [
        'of all kinds',
        (byte, at) => [`%${hex(byte)}`, `\\${octal(byte)}`, `&#${byte};`, `\\x${hex(byte)}`][at % 4] ?? '',
      ],
    ];
    test.each(FORMS)('%s', (_, form) => {
      for (const secret of ['hunter2&Longer/S3cret<x>', 'correct horse', 'plainletters']) {
        const written = [...Buffer.from(secret)].map(form).join('');
        for (const [before, after] of [
          ['q=', '&r=1'],
          ['%41', '%42'],
          ['\\101', '\\102'],
          ['\\n', '\\n'],
          ['é ', ' é'],
        ])
          expect(redact(`${before}${written}${after}`, [secret])).toBe(`${before}${REDACTED}${after}`);
      }
    });

    test('of other letters than English ones', () => {
      const secret = 'pässwörter-비밀';
      for (const form of [
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        [...Buffer.from(secret)].map((byte) => `\\${octal(byte)}`).join(''),
      ])
        expect(redact(`a ${form} b`, [secret])).toBe(`a ${REDACTED} b`);
    });

    test('where the secret has escapes of its own', () => {
      const secrets = [
        'sv=2022-11-02&ss=b&zz=abc%2FdefGHI%3Dxx',
        'Server=db;Pw="hunter%41two"',
        'back\\\\slash\\101',
      ];
      for (const secret of secrets)
        for (const form of [
          secret,
          JSON.stringify(secret).slice(1, -1),
          secret.replaceAll('&', '\\u0026'),
          secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
          encodeURIComponent(secret),
        ])
          expect([form, redact(`a ${form} b`, [secret])]).toEqual([form, `a ${REDACTED} b`]);
    });

    test('broken over lines and coloured besides', () => {
      const secret = 'hunter2&Longer/S3cret<x>';
      const letters = [...Buffer.from(secret)].map((byte) => `%${hex(byte)}`);
      const broken = `${letters.slice(0, 9).join('')}\n   \u001b[31m${letters.slice(9).join('')}\u001b[0m.`;
      expect(redact(broken, [secret])).toBe(`${REDACTED}\u001b[0m.`);
    });

    test('without a known value, by its shape', () => {
      const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`;
      const written = [...token].map((letter) => `%${hex(letter.charCodeAt(0))}`).join('');
      expect(redact(`curl https://x.example/?t=${written}&u=1`)).toBe(
        `curl https://x.example/?t=${REDACTED}&u=1`,
      );
    });
  });

  test('given secrets go wherever they stand, the longest first', () => {
    expect(redact('a=hunter2hunter2; b=hunter2', ['hunter2', 'hunter2hunter2'])).toBe(
      `a=${REDACTED}; b=${REDACTED}`,
    );
  });

  test('a given secret goes in a text within JSON too', () => {
    const secret = 'pass"word\\with\nmarks';
    expect(redact(JSON.stringify({ text: `it is ${secret}.` }), [secret])).toBe(
      `{"text":"it is ${REDACTED}."}`,
    );
  });

  test('a name that holds the value loses the value', () => {
    expect(redact('secretsecret: "secretsecret"')).toBe(`secretsecret: "${REDACTED}"`);
  });

  test('JSON stays JSON', () => {
    const line = JSON.stringify({ text: 'const apiKey = "abcd1234efgh"; const b = "x";' });
    expect(JSON.parse(redact(line))).toEqual({ text: `const apiKey = "${REDACTED}"; const b = "x";` });
  });

  test('what is around a secret stays', () => {
    expect(redact('postgres://app:s3cr3tpass@db:5432/x')).toBe(`postgres://app:${REDACTED}@db:5432/x`);
    expect(redact('Authorization: Bearer abcdef0123456789')).toBe(`Authorization: Bearer ${REDACTED}`);
  });

  test.each([
    'const key = map.get(id);',
    'https://example.com:8080/path',
    'task-force and risk-management-of-everything',
    'export function password(value: string): boolean {',
    'a short secret like it is no secret',
    'const token = process.env.API_TOKEN ?? fallbackToken;',
    'MAX_TOKENS=4096',
    'API_KEY=$OTHER_VARIABLE',
  ])('ordinary text stays: %s', (text) => {
    expect(redact(text, ['it'])).toBe(text);
  });
});

describe('what people and programs write secrets in', () => {
  const planted = plantedSecrets(225);
  const clean = redactor(Object.values(ENVIRONMENT));

  test.each(planted.slice(0, 45).map(({ shape }, index) => [shape, index] as const))(
    'a secret goes from %s, alone, in a text and in JSON',
    (_, index) => {
      const same = planted.filter((one) => one.shape === planted[index]?.shape);
      for (const one of same) {
        expect(tracesIn(clean(one.text), [one])).toEqual([]);
        expect(tracesIn(clean(`before\n${one.text}\nafter`), [one])).toEqual([]);
        expect(tracesIn(clean(JSON.stringify({ text: `before\n${one.text}\nafter` })), [one])).toEqual([]);
        expect(tracesIn(redactJson(JSON.stringify([{ a: { b: one.text } }]), clean), [one])).toEqual([]);
      }
    },
  );

  test('redacting twice changes nothing more', () => {
    const once = clean(planted.map(({ text }) => text).join('\n'));
    expect(clean(once)).toBe(once);
  });
});
