import type { OpenAI } from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { Stream } from 'openai/streaming';

/** End mark of a stream on a line of its own: JSON has no line breaks, so no text of a model can hold it. */
const DONE = /[\r\n]data: ?\[DONE\]/;
const MARK_CHARS = 32;

/** Chunks of a streamed answer. `isDone`: its end mark has come, which the package takes without a word. */
export interface Events {
  chunks: AsyncIterable<ChatCompletionChunk>;
  isDone(): boolean;
}

/** Reads a response of server-sent events. */
export function readEvents(response: Response, client: OpenAI): Events {
  // The first line begins as every other does.
  let tail = '\n';
  let done = false;
  const decoder = new TextDecoder();
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, out) {
      const text = tail + decoder.decode(bytes, { stream: true });
      done ||= DONE.test(text);
      tail = text.slice(-MARK_CHARS);
      out.enqueue(bytes);
    },
  });
  const { headers } = response;
  const watched = new Response(response.body?.pipeThrough(watch) ?? null, { headers });
  return {
    chunks: Stream.fromSSEResponse<ChatCompletionChunk>(watched, new AbortController(), client),
    isDone: () => done,
  };
}
