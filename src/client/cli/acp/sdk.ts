import type * as acp from '@agentclientprotocol/sdk';

/** The SDK of the Agent Client Protocol; loaded when an editor is there, as no other command needs it. */
export type AcpSdk = typeof acp;

/** Loads the SDK: a package of ES modules. */
export function loadAcp(): Promise<AcpSdk> {
  return import('@agentclientprotocol/sdk');
}
