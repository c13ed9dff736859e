import {
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type ConnectionOptions,
} from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;

/** gRPC's status of a call that its caller gave up. It is not tried again. */
const CANCELLED = 1;

/**
 * Retries of the client, over calls that end as cancelled if the channel was closed meanwhile. A retry starts its call
 * in a timer, where nobody catches the error of a closed channel: it would end the process.
 */
export function retryInterceptors(): Interceptor[] {
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
