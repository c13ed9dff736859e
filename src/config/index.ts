export { ConfigError } from './config-error';
export { callersCommand, loadConfig, type Config } from './environment';
export { requireModelSettings, type ModelConfig } from './model';
export { place, type Option } from './option';
export { FLAGGED, OPTIONS } from './options';
export { restartingSettings } from './restart';
export type { S3Config } from './s3';
export { oppositeFlag, settingsPage, shownDefault } from './settings-page';
export { countFromZero, duration, share, usd, wholeMs, wholeNumber } from './values';
