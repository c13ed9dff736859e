import type { StartFacts } from '../run-input';

/** Facts about this machine and the server that a client needs. */
export interface ClientFacts extends StartFacts {
  namespace: string;
  uiUrl?: string;
  /** Secret of the data folder, by which workers know what this client wrote; absent: nothing is proven. */
  proofKey?: string;
  /** Folder with the last verdicts of gates; absent: none are kept. */
  gateRecords?: string;
}
