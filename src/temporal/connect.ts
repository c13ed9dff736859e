import { loadClientConnectConfig } from '@temporalio/envconfig';
import {
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ConnectionOptions,
} from '@temporalio/client';
import type { Config } from '../config';
import type { UpState } from './up-state';
import { infrastructure } from '../domain/kintsugi-error';

/** The calls of a client that are under way: each has a deadline, and all end when the client is closed. */
export class ServerCalls {
  private readonly open = new Set<AbortController>();
  private ended = false;

  constructor(
    private readonly connection: Connection,
    private readonly deadlineMs: number,
  ) {}

  get areEnded(): boolean {
    return this.ended;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    // A controller of its own: the connection never takes its listeners off a signal.
    const controller = new AbortController();
    this.open.add(controller);
    try {
      return await this.connection.withAbortSignal(controller.signal, () =>
        this.connection.withDeadline(Date.now() + this.deadlineMs, call),
      );
    } finally {
      this.open.delete(controller);
    }
  }

  end(): void {
    this.ended = true;
    for (const controller of this.open) controller.abort();
  }
}

const CONNECT_DEADLINE_MS = 5_000;
/** Time that the embedded server may need on a busy machine. */
const BUSY_DEADLINE_MS = 30_000;
/** Longest pause between two tries to reach a server that was reached before and went away; gRPC's own is two minutes. */
const RECONNECT_PAUSE_MS = 1_000;

/** Address of a Temporal server, from the standard client configuration or from `kintsugi up`. */
export interface ServerAddress {
  connection: ReturnType<typeof loadClientConnectConfig>['connectionOptions'];
  namespace: string;
  /** The embedded one, of this data folder. */
  isEmbedded?: boolean;
}

/**
 * Existing server that the standard Temporal configuration names (TEMPORAL_ADDRESS, a profile, TLS, an API key).
 * Undefined: it names none, so the embedded one is used.
 */
export function configuredServer(config: Config): ServerAddress | undefined {
  const loaded = loadConnectConfig(config);
  if (!loaded.connectionOptions.address) return undefined;
  return { connection: loaded.connectionOptions, namespace: loaded.namespace ?? 'default' };
}

type Up = Pick<UpState, 'address' | 'namespace'>;

/** The configured server, else the embedded one of a running `kintsugi up`. */
export function serverOf(config: Config, up: Up): ServerAddress;
export function serverOf(config: Config, up: Up | undefined): ServerAddress | undefined;
export function serverOf(config: Config, up: Up | undefined): ServerAddress | undefined {
  const embedded = up && { connection: { address: up.address }, namespace: up.namespace, isEmbedded: true };
  return configuredServer(config) ?? embedded;
}

function loadConnectConfig(config: Config) {
  try {
    return loadClientConnectConfig({ overrideEnvVars: { ...config.temporalEnv } });
  } catch (error) {
    throw infrastructure(
      `The Temporal client configuration cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
        'Correct TEMPORAL_* or the profile file, or unset them to use the embedded server.',
    );
  }
}

/** Connects, or fails with a sentence that names the address. The embedded server is there, and may only be busy. */
export async function connectTo({ connection, isEmbedded }: ServerAddress): Promise<Connection> {
  const { address } = connection;
  try {
    return await Connection.connect({
      ...connection,
      interceptors: retryInterceptors(),
      channelArgs: { 'grpc.max_reconnect_backoff_ms': RECONNECT_PAUSE_MS },
      connectTimeout: isEmbedded ? BUSY_DEADLINE_MS : CONNECT_DEADLINE_MS,
    });
  } catch {
    throw infrastructure(
      isEmbedded
        ? `The server of this data folder has not answered at ${address} for ${BUSY_DEADLINE_MS / 1_000} s: try again, or look for the cause with kintsugi doctor.`
        : `No Temporal server answers at ${address ?? 'the configured address'}: start it, correct TEMPORAL_ADDRESS, or unset it to use the embedded server.`,
    );
  }
}

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;

/** gRPC's status of a call that its caller gave up. It is not tried again. */
const CANCELLED = 1;

/**
 * Retries of the client, over calls that end as cancelled if the channel was closed meanwhile. A retry starts its call
 * in a timer, where nobody catches the error of a closed channel: it would end the process.
 */
function retryInterceptors(): Interceptor[] {
  return [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), unlessClosed];
}

const unlessClosed: Interceptor = (options, nextCall) => {
  try {
    return nextCall(options) as Call;
  } catch {
    return cancelledCall() as unknown as Call;
  }
};

/** A call that was never made: it answers as one does that is cancelled. */
function cancelledCall() {
  const nothing = (): void => undefined;
  return {
    start(metadata: unknown, listener: Parameters<Call['start']>[1]): void {
      setImmediate(() => {
        listener?.onReceiveMessage?.(null);
        listener?.onReceiveStatus?.({
          code: CANCELLED,
          details: 'the client was closed',
          metadata: metadata as never,
        });
      });
    },
    getPeer: () => '',
    cancelWithStatus: nothing,
    sendMessageWithContext: nothing,
    sendMessage: nothing,
    startRead: nothing,
    halfClose: nothing,
  };
}
