import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { AgentApp, AgentContext, McpServer, SessionInfo, ContentBlock } from '@agentclientprotocol/sdk';
import { fileURLToPath } from 'node:url';
import { badInput, EXIT, KintsugiError } from '../../../domain/kintsugi-error';
import { spoken } from '../../../domain/run/outcomes';
import { kintsugiVersion } from '../../../machine/version';
import { requireDirectory } from '../../../run-input';
import { keepEditorServers } from '../../editor-servers';
import type { SessionHandle } from '../../session-handle';
import type { Context } from '../context';
import type { SessionSettings } from '../session-flags';
import type { StoreReader } from '../../store-reader';
import { AcpSession } from './acp-session';
import { namedServers } from './editor-servers';
import type { AcpSdk } from './sdk';

/** Most sessions that an editor is shown. */
const MOST_LISTED = 100;
/** Codes of JSON-RPC: the caller's fault, and ours. */
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** The agent that an editor talks to: its requests, by sessions of Kintsugi. */
export class AcpAgent {
  private readonly sessions = new Map<string, AcpSession>();

  constructor(
    private readonly sdk: AcpSdk,
    private readonly context: Context,
    private readonly store: StoreReader,
    private readonly settings: SessionSettings,
  ) {}

  /** The agent's side of the protocol. */
  app(): AgentApp {
    const { methods } = this.sdk;
    const { session } = methods.agent;
    return this.sdk
      .agent({ name: 'kintsugi' })
      .onRequest(methods.agent.initialize, () => ({
        protocolVersion: this.sdk.PROTOCOL_VERSION,
        agentInfo: { name: 'kintsugi', title: 'Kintsugi', version: kintsugiVersion() },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { embeddedContext: true },
          mcpCapabilities: { http: true, sse: false },
          sessionCapabilities: { list: {}, resume: {}, close: {} },
        },
        authMethods: [],
      }))
      .onRequest(session.new, ({ params, client }) => this.told(() => this.begin(params, client)))
      .onRequest(session.load, ({ params, client }) =>
        this.told(async () => {
          const opened = await this.open(params, client);
          await opened.replay();
          await opened.catchUp();
          return { modes: await opened.modes() };
        }),
      )
      .onRequest(session.resume, ({ params, client }) =>
        this.told(async () => {
          const opened = await this.open(params, client);
          await opened.catchUp();
          return { modes: await opened.modes() };
        }),
      )
      .onRequest(session.list, ({ params }) => this.told(() => this.list(params.cwd ?? undefined)))
      .onRequest(session.close, ({ params }) =>
        this.told(async () => {
          const { sessionId } = params;
          await this.of(sessionId).cancel();
          await this.passServers(this.context.client.sessionOf(sessionId), []);
          this.sessions.delete(sessionId);
          return {};
        }),
      )
      .onRequest(session.setMode, ({ params: { sessionId, modeId } }) =>
        this.told(async () => {
          await this.of(sessionId).setMode(modeId);
          return {};
        }),
      )
      .onRequest(session.prompt, ({ params: { sessionId, prompt } }) =>
        this.told(() => {
          const opened = this.of(sessionId);
          return opened.prompt(promptText(prompt, opened.directory));
        }),
      )
      .onNotification(session.cancel, async ({ params }) => this.sessions.get(params.sessionId)?.cancel());
  }

  /** Leaves all sessions; their turns go on. */
  leave(): void {
    for (const session of this.sessions.values()) session.leave();
  }

  private async begin(
    { cwd, mcpServers }: { cwd: string; mcpServers: readonly McpServer[] },
    editor: AgentContext,
  ): Promise<{ sessionId: string; modes: Awaited<ReturnType<AcpSession['modes']>> }> {
    const { client, config } = this.context;
    const directory = await absolute(cwd);
    const session = await client.session({
      directory,
      language: config.language,
      ...this.settings,
    });
    await this.passServers(session, mcpServers);
    const opened = await this.add(session, directory, editor);
    return { sessionId: session.id, modes: await opened.modes() };
  }

  /** A session that is there already, for an editor that comes back to it. */
  private async open(
    {
      sessionId,
      cwd,
      mcpServers = [],
    }: { sessionId: string; cwd: string; mcpServers?: readonly McpServer[] },
    editor: AgentContext,
  ): Promise<AcpSession> {
    const session = this.context.client.sessionOf(sessionId);
    const { kind, execution, directory } = await session.described();
    if (kind !== 'session')
      throw badInput(`${sessionId} is a ${kind} run: name a session, as session/list shows them.`);
    if (execution !== 'RUNNING')
      throw badInput(`The session ${sessionId} has ended: read it with kintsugi report ${sessionId}.`);
    if (directory === undefined)
      throw badInput(`The directory of ${sessionId} is on another machine: open it there.`);
    if ((await absolute(cwd)) !== directory)
      throw badInput(`The session ${sessionId} is about ${directory}: open it with that folder.`);
    await this.passServers(session, mcpServers);
    this.sessions.get(sessionId)?.leave();
    return this.add(session, directory, editor);
  }

  private async add(session: SessionHandle, directory: string, editor: AgentContext): Promise<AcpSession> {
    const { context, store } = this;
    const opened = await AcpSession.open({ context, session, directory, store, editor });
    this.sessions.set(session.id, opened);
    return opened;
  }

  private async list(cwd: string | undefined): Promise<{ sessions: SessionInfo[] }> {
    const directory = cwd === undefined ? undefined : await absolute(cwd);
    const runs = await this.context.client.list({ open: true, directory });
    const sessions = runs.flatMap(({ id, kind, directory: of, mode = 'idle', turns = 0, startedAt }) => {
      const isListed =
        kind === 'session' && of !== undefined && (directory === undefined || of === directory);
      if (!isListed) return [];
      const title = `${turns} turn${turns === 1 ? '' : 's'}, in ${spoken(mode)}`;
      return [{ sessionId: id, cwd: of, title, updatedAt: startedAt.toISOString() }];
    });
    return { sessions: sessions.slice(0, MOST_LISTED) };
  }

  private of(sessionId: string): AcpSession {
    const session = this.sessions.get(sessionId);
    if (!session)
      throw badInput(`The session ${sessionId} is not open here: load it with session/load first.`);
    return session;
  }

  /** Gives the session the editor's servers of tools; its agent connects to them at its next turn. */
  private async passServers(session: SessionHandle, given: readonly McpServer[]): Promise<void> {
    const { servers, left } = namedServers(given);
    if (left.length > 0)
      this.context.output.note(
        `MCP servers over SSE are not used (${left.join(', ')}): name them with HTTP.`,
      );
    await keepEditorServers(this.context.config.home, session.id, servers);
  }

  /** Does what a request asks; a failure is an error of the protocol with one sentence. */
  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KintsugiError)) throw error;
      const code = error.exitCode === EXIT.usage ? INVALID_PARAMS : INTERNAL_ERROR;
      throw new this.sdk.RequestError(code, error.message);
    }
  }
}

/** Real path of a folder. Throws a sentence where it is none, or not absolute. */
async function absolute(cwd: string): Promise<string> {
  if (!isAbsolute(cwd)) throw badInput(`The folder ${cwd} is no absolute path: give one.`);
  return realpath(await requireDirectory(cwd));
}

/** Most characters that a task may have. */
const MOST_CHARS = 20_000;

/** Text of a task. Files of the project are named by their paths, for the session reads them itself; others come with their text. */
export function promptText(blocks: readonly ContentBlock[], directory: string): string {
  const text = blocks
    .map((block) => blockText(block, directory))
    .join('')
    .trim();
  if (text === '') throw badInput('The prompt is empty: say what to do.');
  if (text.length > MOST_CHARS)
    throw badInput(
      `The prompt has ${text.length} characters, and a task takes at most ${MOST_CHARS}: name files instead of pasting them.`,
    );
  return text;
}

function blockText(block: ContentBlock, directory: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return projectPath(block.uri, directory) ?? block.uri;
    case 'resource': {
      const { resource } = block;
      const path = projectPath(resource.uri, directory);
      if (path !== undefined) return path;
      return 'text' in resource ? `\n${resource.uri}:\n${resource.text}\n` : resource.uri;
    }
    default:
      throw badInput(`A prompt can't hold ${block.type}: send text, and files by name.`);
  }
}

/** Path in the project, `/`-separated; undefined for what is elsewhere. */
function projectPath(uri: string, directory: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const path = relative(directory, fileURLToPath(uri));
    const isInside = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
    return isInside ? path.split(sep).join('/') : undefined;
  } catch {
    // Not a path of this machine.
    return undefined;
  }
}
