export { ConfigError } from './config-error';
export { callersCommand, loadConfig, loadServiceConfig, terminalVariables, type Config } from './environment';
export {
  keptSettingsFile,
  readKeptSettings,
  SecretReference,
  writeKeptSettings,
  type KeptSettings,
} from './kept-settings';
export { givenPolicy, policyFiles, type PolicyFiles } from './policy-files';
export { requireModelSettings, type ModelConfig } from './model';
export { place, type Option } from './option';
export { FLAGGED, OPTIONS, oppositeFlag, settingsPage, shownDefault } from './options';
export type { S3Config } from './s3';
export {
  checkedReference,
  checkedSetting,
  restartsFor,
  settingDifferences,
  shownSetting,
} from './service-settings';
export { countFromZero, duration, listenPlace, listenPort, share, usd, wholeMs, wholeNumber } from './values';
