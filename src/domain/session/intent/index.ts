export {
  classifyIntent,
  type Intent,
  type IntentAsk,
  type IntentReading,
  ReadIntent,
  SURE_OF_INTENT,
  readWeights,
  type Weights,
} from './classify';
export { featuresOf, LONGEST_INTENT } from './features';
