import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { classifyModelError, ModelError, type ModelFailure } from '../../../src/model';
import { CallTimeoutError, CutReplyError, NotACompletionError } from '../../../src/model/errors';

const FACTS = {
  url: 'http://models.test/v1',
  model: 'small',
  setting: 'KINTSUGI_MODEL',
  timeoutMs: 30_000,
  secrets: ['key-of-the-house'],
};

function answered(
  status: number,
  error: object = { message: 'said so' },
  headers: Record<string, string> = {},
): APIError {
  return APIError.generate(status, { error }, undefined, new Headers(headers));
}

const unreachable = (code: string): APIConnectionError =>
  new APIConnectionError({
    cause: new TypeError('fetch failed', {
      cause: Object.assign(new Error(`connect ${code} 127.0.0.1:9`), { code }),
    }),
  });

const ROWS: [string, unknown, Partial<ModelFailure>, RegExp][] = [
  ['abort by the caller', new APIUserAbortError(), { type: 'ModelCancelled', retryable: false }, /cancelled/],
  [
    'abort by a signal',
    new DOMException('x', 'AbortError'),
    { type: 'ModelCancelled', retryable: false },
    /cancelled/,
  ],
  [
    'time limit',
    new CallTimeoutError('x'),
    { type: 'ModelUnavailable', retryable: true },
    /30 s.*KINTSUGI_MODEL_TIMEOUT_SECONDS/,
  ],
  [
    "the package's time limit",
    new APIConnectionTimeoutError(),
    { type: 'ModelUnavailable', retryable: true },
    /30 s/,
  ],
  [
    "OpenAI's limit of a minute, which mentions billing",
    answered(429, {
      code: 'rate_limit_exceeded',
      message:
        'Rate limit reached for gpt-5 on requests per min (RPM): Limit 3. Please try again in 20s. Visit https://platform.openai.example/account/billing to add a payment method.',
    }),
    { type: 'ModelRateLimited', retryable: true, retryAfterMs: 20_000 },
    /limits the rate/,
  ],
  [
    "Gemini's limit of a minute, which mentions the plan",
    answered(429, {
      code: 429,
      message:
        'You exceeded your current quota, please check your plan and billing details. Please retry in 1m2.5s.',
    }),
    { type: 'ModelRateLimited', retryable: true, retryAfterMs: 62_500 },
    /limits the rate/,
  ],
  [
    'a limit of hours in words',
    answered(429, { code: 'rate_limit_exceeded', message: 'Please try again in 1h30m5s.' }),
    { type: 'ModelRateLimited', retryable: true, retryAfterMs: 5_405_000 },
    /limits the rate/,
  ],
  [
    'a quota that is gone, in the same words',
    answered(429, {
      code: 'insufficient_quota',
      message: 'You exceeded your current quota, please check your plan and billing details.',
    }),
    { type: 'ModelRateLimited', retryable: false },
    /no quota left/,
  ],
  [
    'no connection in time',
    unreachable('UND_ERR_CONNECT_TIMEOUT'),
    { type: 'ModelUnavailable', retryable: true, concerns: 'endpoint' },
    /No model can be reached/,
  ],
  ['cut reply', new CutReplyError('x'), { type: 'ModelUnavailable', retryable: true }, /broke off/],
  [
    'not a completion',
    new NotACompletionError('no choices'),
    { type: 'ModelUnavailable', retryable: true },
    /\(no choices\).*KINTSUGI_MODEL_BASE_URL/,
  ],
  ['400', answered(400), { type: 'ModelBadRequest', retryable: false }, /HTTP 400.*said so/],
  [
    '400 context length by code',
    answered(400, { code: 'context_length_exceeded', message: 'x' }),
    { type: 'ModelContextLength', retryable: false },
    /longer than the model small/,
  ],
  [
    '400 context length of vLLM',
    answered(400, { message: "This model's maximum context length is 4096 tokens." }),
    { type: 'ModelContextLength' },
    /longer/,
  ],
  [
    '400 context length of llama.cpp',
    answered(400, { message: 'the request exceeds the available context size' }),
    { type: 'ModelContextLength' },
    /longer/,
  ],
  [
    'context length in mid-stream',
    new APIError(undefined, { message: 'maximum context length is 4096' }, undefined, new Headers()),
    { type: 'ModelContextLength' },
    /longer/,
  ],
  [
    '500 that speaks of context is no context length',
    answered(500, { message: 'context window worker crashed' }),
    { type: 'ModelUnavailable', retryable: true },
    /HTTP 500/,
  ],
  ['413', answered(413), { type: 'ModelContextLength', retryable: false }, /longer/],
  [
    '401',
    answered(401),
    { type: 'ModelAuth', retryable: false },
    /models\.test.*KINTSUGI_MODEL_API_KEY or OPENAI_API_KEY/,
  ],
  ['402', answered(402), { type: 'ModelRateLimited', retryable: false }, /no quota left/],
  ['403', answered(403), { type: 'ModelAuth', retryable: false }, /may not use small/],
  [
    '404',
    answered(404),
    { type: 'ModelNotFound', retryable: false },
    /KINTSUGI_MODEL and KINTSUGI_MODEL_BASE_URL/,
  ],
  ['408', answered(408), { type: 'ModelUnavailable', retryable: true }, /HTTP 408/],
  ['409', answered(409), { type: 'ModelUnavailable', retryable: true }, /HTTP 409/],
  ['422', answered(422), { type: 'ModelBadRequest', retryable: false }, /HTTP 422/],
  [
    '429',
    answered(429),
    { type: 'ModelRateLimited', retryable: true, retryAfterMs: undefined },
    /limits the rate/,
  ],
  [
    '429, seconds',
    answered(429, {}, { 'retry-after': '12' }),
    { retryable: true, retryAfterMs: 12_000 },
    /rate/,
  ],
  [
    '429, milliseconds',
    answered(429, {}, { 'retry-after-ms': '250', 'retry-after': '1' }),
    { retryAfterMs: 250 },
    /rate/,
  ],
  ['429, a day', answered(429, {}, { 'retry-after': '86400' }), { retryAfterMs: 86_400_000 }, /rate/],
  ['429, nonsense', answered(429, {}, { 'retry-after': 'soon' }), { retryAfterMs: undefined }, /rate/],
  [
    '429 without quota',
    answered(429, { code: 'insufficient_quota', message: 'x' }, { 'retry-after': '1' }),
    { type: 'ModelRateLimited', retryable: false, retryAfterMs: undefined },
    /quota/,
  ],
  [
    'rate limit in mid-stream',
    new APIError(undefined, { code: 'rate_limit_exceeded', message: 'x' }, undefined, new Headers()),
    { type: 'ModelRateLimited', retryable: true },
    /rate/,
  ],
  ['500', answered(500), { type: 'ModelUnavailable', retryable: true }, /HTTP 500/],
  [
    '503',
    answered(503, {}, { 'retry-after': '3' }),
    { type: 'ModelUnavailable', retryable: true, retryAfterMs: 3_000 },
    /HTTP 503/,
  ],
  [
    'connection refused',
    unreachable('ECONNREFUSED'),
    { type: 'ModelUnavailable', retryable: true },
    /http:\/\/models\.test\/v1 \(ECONNREFUSED\).*KINTSUGI_MODEL_BASE_URL/,
  ],
  ['unknown host', unreachable('ENOTFOUND'), { type: 'ModelUnavailable', retryable: true }, /ENOTFOUND/],
  ['connection reset', unreachable('ECONNRESET'), { type: 'ModelUnavailable', retryable: true }, /broke/],
  [
    'stream terminated',
    new TypeError('terminated'),
    { type: 'ModelUnavailable', retryable: true },
    /broke \(terminated\)/,
  ],
  ['anything else', new RangeError('odd'), { type: 'ModelBadRequest', retryable: false }, /odd/],
  ['what is no error', 'odd', { type: 'ModelBadRequest', retryable: false }, /odd/],
];

test.each(ROWS)('%s', (_, error, expected, sentence) => {
  const failure = classifyModelError(error, FACTS);
  expect({ retryAfterMs: undefined, ...failure }).toMatchObject(expected);
  expect(failure.message).toMatch(sentence);
});

test('a date in retry-after is waited for', () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const { retryAfterMs = 0 } = classifyModelError(answered(429, {}, { 'retry-after': date }), FACTS);
  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
});

test('a failure that is classified stays as it is', () => {
  const failure: ModelFailure = { type: 'ModelAuth', message: 'm', retryable: false, concerns: 'endpoint' };
  expect(classifyModelError(new ModelError(failure), FACTS)).toBe(failure);
});

test('secrets in what the endpoint said are redacted', () => {
  const { message } = classifyModelError(
    answered(400, { message: 'bad key key-of-the-house, sk-0123456789abcdefghij' }),
    FACTS,
  );
  expect(message).not.toMatch(/key-of-the-house|sk-0123/);
});
