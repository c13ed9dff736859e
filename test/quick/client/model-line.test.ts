import { modelLine } from '../../../src/client/cli/model-line';
import { loadConfig } from '../../../src/config';

const LOCAL = { KINTSUGI_MODEL: 'small', KINTSUGI_MODEL_BASE_URL: 'http://ada:secret@127.0.0.1:8080/v1' };
const PRICES = JSON.stringify({ large: { inputPerMillion: 1.75, outputPerMillion: 14 } });
const OPENAI = { KINTSUGI_MODEL: 'large', OPENAI_API_KEY: 'sk-0123456789' };

describe('the line on the model at the start of a run', () => {
  test.each([
    ['there is none', {}, undefined, 'Model: none (KINTSUGI_MODEL is not set).'],
    [
      'it is here',
      LOCAL,
      undefined,
      'Model: small at http://127.0.0.1:8080/v1; it is on this computer, and no price is set.',
    ],
    [
      'it has a price',
      { ...OPENAI, KINTSUGI_MODEL_PRICES: PRICES },
      undefined,
      'Model: large at the default endpoint of OpenAI; a million tokens cost $1.75 in and $14 out.',
    ],
    [
      'the run names another, whose price nobody knows',
      { ...OPENAI, KINTSUGI_MODEL_PRICES: PRICES },
      'other',
      'Model: other at the default endpoint of OpenAI; it may cost money: no price is set (KINTSUGI_MODEL_PRICES), so budgets are in tokens.',
    ],
  ])('says that %s', (_, env, named, line) => {
    expect(modelLine(loadConfig(env), named)).toBe(line);
  });

  test('says that another shell has set it, and how that ends', () => {
    const config = { ...loadConfig(LOCAL), inherited: ['KINTSUGI_MODEL'] };
    expect(modelLine(config)).toMatch(
      /set in another shell and kept: kintsugi settings unset KINTSUGI_MODEL/,
    );
    expect(modelLine(config, 'named')).not.toMatch(/another shell/);
  });
});
