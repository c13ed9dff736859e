export {
  classifyIntent,
  type IntentAsk,
  type IntentReading,
  ReadIntent,
  SURE_OF_INTENT,
  readWeights,
  type Weights,
} from './classify';
export { LONGEST_INTENT } from './features';
