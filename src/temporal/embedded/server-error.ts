import { EXIT, KintsugiError } from '../../domain/kintsugi-error';

/** The embedded server cannot be had; the message is one sentence for people that names the ways out. */
export class ServerError extends KintsugiError {
  override name = 'ServerError';

  constructor(message: string) {
    super(message, EXIT.infrastructure);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
