import type { SharedServer } from './global-setup';

/** Stops the tests' Temporal server. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as SharedServer).kintsugiTestServer?.stop();
}
