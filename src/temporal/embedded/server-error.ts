/** The embedded server cannot be had; the message is one sentence for people that names the ways out. */
export class ServerError extends Error {
  override name = 'ServerError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
