export { classifyIntent, type Intent } from './classify';
export { type IntentAsk, ReadIntent, SURE_OF_RULES } from './read';
export { LONGEST_INTENT } from './normalise';
