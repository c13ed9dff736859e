import { createRequire } from 'node:module';
import { BUCKETS, featuresOf } from '../../../../src/domain/session/intent/features';
import { classifyIntent, readWeights } from '../../../../src/domain/session/intent/index';
import { AgentMode } from '../../../../src/domain/session/modes';
import { type Labelled } from '../../../support/classifier';

const { train } = createRequire(__filename)('../../../../scripts/lib/intent-trainer.cjs') as {
  train(texts: readonly Labelled[], parts: object): Buffer;
};
const { textsIn } = createRequire(__filename)('../../../../scripts/lib/intent-texts.cjs') as {
  textsIn(content: string): Labelled[];
};

const TEXTS = textsIn(`## test do
run the tests
run all tests now
start the tests
## test ask
do the tests pass?
which tests fail?
which tests are slow?
which tests did run?
## debug ask
why does it crash?
which page does crash?
## debug do
fix the crash
fix the crash on save
fix the crash of the list
fix this error
mend this crash
mend the crash of the page
`);
const PARTS = { featuresOf, buckets: BUCKETS, modes: AgentMode.options };

describe('training', () => {
  const bytes = train(TEXTS, PARTS);

  it('gives the same bytes for the same texts', () => {
    expect(train(TEXTS, PARTS).equals(bytes)).toBe(true);
  });

  it('gives weights that tell the modes and the questions of new texts', () => {
    const weights = readWeights(bytes);
    expect(classifyIntent(weights, 'fix the crash of this page')).toMatchObject({
      mode: 'debug',
      isQuestion: false,
    });
    expect(classifyIntent(weights, 'run these tests')).toMatchObject({ mode: 'test', isQuestion: false });
    expect(classifyIntent(weights, 'which tests pass?')).toMatchObject({ mode: 'test', isQuestion: true });
  });

  it('gives weights that are refused where a part of them is missing', () => {
    expect(() => readWeights(bytes.subarray(0, -1))).toThrow('The weights of intents are damaged');
  });
});

it('texts have the mode and the form of the heading above them', () => {
  expect(TEXTS.filter(({ isQuestion }) => isQuestion)).toHaveLength(6);
  expect(TEXTS.at(-1)).toEqual({ text: 'mend the crash of the page', mode: 'debug', isQuestion: false });
});
