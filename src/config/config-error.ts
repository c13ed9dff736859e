import { EXIT, KintsugiError } from '../domain/kintsugi-error';

/** A setting that cannot be used; its message names the variable and what it takes. */
export class ConfigError extends KintsugiError {
  override name = 'ConfigError';

  constructor(message: string) {
    super(message, EXIT.usage);
  }
}
