export { classifyIntent, type Intent } from './classify';
export { featuresOf } from './features';
export { LONGEST_INTENT } from './normalise';
export { type IntentAsk, type IntentReading, ReadIntent, SURE_OF_INTENT } from './read';
export { readWeights, type Weights } from './weights';
