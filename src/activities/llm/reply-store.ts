import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BlobHash, type StepKey } from '../../domain/ids';
import { Usage } from '../../domain/proposal';
import { redact } from '../../domain/redact';
import type { BlobStore, RefStore } from '../../store/types';
import type { Completion } from './completion';
import type { ChatMessage } from './types';

/** A reply as it is kept: with the prompt (secrets redacted) that bought it. The reply itself is raw. */
const StoredReply = z.object({
  version: z.literal(1),
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  text: z.string(),
  finishReason: z.string(),
  refusal: z.string().optional(),
  usage: Usage,
});
export type StoredReply = z.infer<typeof StoredReply>;

const ReplyRef = z.object({ blob: BlobHash, usage: Usage });

/** A request as far as it decides the reply. */
export interface ReplyRequest {
  model: string;
  messages: readonly ChatMessage[];
  schema?: unknown;
}

/** Replies by step and request: written once, before anyone sees them, and never bought again. */
export class ReplyStore {
  constructor(
    private readonly blobs: BlobStore,
    private readonly refs: RefStore,
    private readonly secrets: readonly string[],
  ) {}

  /** The stored reply; undefined where none was bought yet. */
  async find(
    step: StepKey,
    request: ReplyRequest,
  ): Promise<{ ref: BlobHash; reply: StoredReply } | undefined> {
    const value = await this.refs.get(replyKey(step, request));
    return value === undefined ? undefined : this.load(value);
  }

  /** Stores a reply; resolves to the one that stands, which is another if someone was faster. */
  async keep(
    step: StepKey,
    request: ReplyRequest,
    completion: Completion,
  ): Promise<{ ref: BlobHash; reply: StoredReply }> {
    const reply: StoredReply = {
      version: 1,
      model: request.model,
      messages: request.messages.map(({ role, content }) => ({
        role,
        content: redact(content, this.secrets),
      })),
      ...completion,
    };
    const blob = await this.blobs.put(Buffer.from(JSON.stringify(reply)));
    const value = JSON.stringify({ blob, usage: completion.usage });
    return this.load(await this.refs.putOnce(replyKey(step, request), value));
  }

  private async load(value: string): Promise<{ ref: BlobHash; reply: StoredReply }> {
    const { blob } = ReplyRef.parse(JSON.parse(value));
    const bytes = await this.blobs.get(blob);
    return { ref: blob, reply: StoredReply.parse(JSON.parse(bytes.toString('utf8'))) };
  }
}

/** Another request at the same step is another call: a mended prompt does not meet an old reply. */
function replyKey(step: StepKey, request: ReplyRequest): StepKey {
  const text = JSON.stringify([
    request.model,
    request.messages.map(({ role, content }) => [role, content]),
    request.schema ?? null,
  ]);
  const hash = createHash('sha256').update(text).digest('hex');
  return { run: step.run, step: `${step.step}/model/${hash.slice(0, 24)}` };
}
