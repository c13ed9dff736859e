export { configuredServer, connectTo, serverOf, type ServerAddress, ServerCalls } from './connect';
export { hasPollers, strangersSentence, workerIdentity, readNamespaceId, readRunsOnServer } from './pollers';
export { placeHash, settingsHash, readUpState, removeUpState, UpState, writeUpState } from './up-state';
