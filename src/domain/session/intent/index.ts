export { classifyIntent, type Intent } from './classify';
export { LONGEST_INTENT } from './normalise';
