export { configuredServer, connectTo, type ServerAddress } from './connect';
export { ServerCalls } from './server-calls';
export { hasPollers, strangersSentence, workerIdentity } from './pollers';
export { readNamespaceId, readRunsOnServer } from './run-states';
export { placeHash, settingsHash } from './settings-hash';
export { readUpState, removeUpState, UpState, writeUpState } from './up-state';
