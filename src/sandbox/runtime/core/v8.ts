/** node:v8: nothing of the engine is in reach. */
import { absentModule } from '../node/absent';

const NAMES =
  'DefaultDeserializer DefaultSerializer Deserializer Serializer deserialize getHeapCodeStatistics getHeapSnapshot ' +
  'getHeapSpaceStatistics getHeapStatistics serialize setFlagsFromString stopCoverage takeCoverage writeHeapSnapshot';

export default absentModule('v8', NAMES, { cachedDataVersionTag: () => 0 });
