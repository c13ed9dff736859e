/** A secret as somebody wrote it: `text` stands somewhere, and `traces` must stand nowhere else. */
export interface PlantedSecret {
  shape: string;
  text: string;
  traces: string[];
}

/** Secrets that the worker knows by the values of its variables, with what only encodings make harder. */
export const ENVIRONMENT = {
  SERVICE_TOKEN: 'plain+environment/value=with signs-0001',
  DEPLOY_PASSWORD: 'pass"word\\with%marks&0002',
  BILLING_API_KEY: 'endpointkeywithoutshape0003',
  SIGNING_SECRET: 'first line of a secret 0004\nsecond line of a secret 0005',
  VAULT_TOKEN: 'schlüssel-zum-tresor-0006',
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that no other secret has, the same in every run. */
function core(seed: number, length: number, letters = LETTERS): string {
  let state = (seed * 2_654_435_761 + length) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += letters.charAt((state >>> 16) % letters.length);
  }
  // One digit and one letter at least, as issuers have it.
  return `${text.slice(0, -2)}q7`;
}

const own = (length: number, write: (secret: string) => string, letters?: string) => (seed: number) => {
  const secret = core(seed, length, letters);
  return { text: write(secret), traces: [secret, secret.slice(0, 12), secret.slice(-12)] };
};

const encoded =
  (encode: (value: string) => string, write: (text: string) => string = (text) => `got ${text}`) =>
  (seed: number) => {
    const values = Object.values(ENVIRONMENT);
    const text = encode(values[seed % values.length] ?? '');
    return { text: write(text), traces: [text.slice(6, 22)] };
  };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const UPPER_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Each shape writes one secret. */
const SHAPES: Record<string, (seed: number) => Omit<PlantedSecret, 'shape'>> = {
  'OpenAI key': own(40, (s) => `sk-proj-${s}`),
  'GitHub token': own(36, (s) => `remote: ghp_${s} was refused`),
  'GitLab token': own(20, (s) => `glpat-${s}`),
  'Slack token': own(24, (s) => `xoxb-123456789012-${s}`),
  'AWS key id': own(16, (s) => `AKIA${s.toUpperCase()}`, UPPER_AND_DIGITS),
  'npm token': own(36, (s) => `//registry.npmjs.org/:_authToken=npm_${s}`),
  'Google key': own(35, (s) => `AIza${s}`),
  'token of an issuer that nobody listed': own(40, (s) => `acme_${s}`),
  'JSON web token': own(43, (s) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${s}`),
  'unquoted lower case': own(40, (s) => `aws_secret_access_key = ${s}`),
  YAML: own(18, (s) => `  password: ${s}`),
  'YAML in a list': own(18, (s) => `- token: ${s}`),
  'block of YAML': own(24, (s) => `  client_secret: |\n      ${s}\n  next: 1`),
  JSON: own(18, (s) => `{"user": "ada", "apiKey": "${s}"}`),
  'JSON in JSON': own(18, (s) => JSON.stringify({ body: JSON.stringify({ access_token: s }) })),
  INI: own(18, (s) => `db_passwd=${s}`),
  'line of an .env file': own(18, (s) => `export STRIPE_WEBHOOK_SECRET=${s}`),
  'line of a shell': own(18, (s) => `PGPASSWORD=${s} psql -h db`),
  address: own(18, (s) => `postgres://app:${s}@db:5432/x`),
  'address with a token as user': own(24, (s) => `https://${s}@git.example/x.git`),
  'query of an address': own(18, (s) => `GET /cb?code=1&access_token=${s}&state=2`),
  'signed address': own(32, (s) => `https://x.example/f?X-Amz-Date=1&X-Amz-Signature=${s}`),
  'bearer header': own(24, (s) => `authorization: Bearer ${s}`),
  'basic header': (seed) => {
    const text = base64(`ada:${core(seed, 14)}`);
    return { text: `Authorization: Basic ${text}`, traces: [text.slice(0, 14), text.slice(-14)] };
  },
  'header of a key': own(18, (s) => `x-api-key: ${s}`),
  'header of curl': own(18, (s) => `curl -H 'X-Auth-Token: ${s}' https://x.example`),
  'session cookie': own(20, (s) => `Cookie: theme=dark; connect.sid=s%3A${s}; lang=en`),
  'cookie that is set': own(20, (s) => `set-cookie: session=${s}; Path=/; HttpOnly`),
  'flag with a sign': own(14, (s) => `deploy --password=${s} --force`),
  'flag with a blank': own(14, (s) => `deploy --auth-token ${s} --force`),
  'code in single quotes': own(14, (s) => `const options = { token: '${s}' };`),
  'code in backticks': own(14, (s) => `const dbPassword = \`${s}\`;`),
  'typed code': own(14, (s) => `private readonly secret: string = "${s}";`),
  'a call': own(18, (s) => `headers.set('x-api-key', '${s}');`),
  Ruby: own(14, (s) => `:secret_key_base => "${s}",`),
  XML: own(14, (s) => `<server><password>${s}</password></server>`),
  '.netrc': own(14, (s) => `machine x.example login ada password ${s}`),
  'connection string': own(40, (s) => `DefaultEndpointsProtocol=https;AccountKey=${s}==;EndpointSuffix=x`),
  'private key': own(64, (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY-----`),
  'variable as it is': encoded(String),
  'variable in base64': encoded(base64),
  'variable in base64 of a pair': encoded((value) => base64(`x:${value}`)),
  'variable in an address': encoded(encodeURIComponent, (text) => `GET /?q=${text}`),
  'variable in JSON': encoded(JSON.stringify),
  'variable in hex': encoded((value) => Buffer.from(value).toString('hex')),
};

/** So many secrets, of all shapes in turn; no two share a piece, but for those of the environment. */
export function plantedSecrets(count: number): PlantedSecret[] {
  const shapes = Object.entries(SHAPES);
  return Array.from({ length: count }, (_, index) => {
    const [shape, plant] = shapes[index % shapes.length] ?? ['', SHAPES['YAML']];
    if (!plant) throw new Error('there is a shape for each secret');
    return { shape, ...plant(index + 1) };
  });
}

/** Secrets that a text holds: the shape and the trace of each. */
export function tracesIn(text: string, secrets: readonly PlantedSecret[]): string[] {
  return secrets.flatMap(({ shape, traces }) => {
    const found = traces.find((trace) => text.includes(trace));
    return found === undefined ? [] : [`${shape}: ${found}`];
  });
}
