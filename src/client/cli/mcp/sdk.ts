import type * as mcp from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import type * as stdio from '@modelcontextprotocol/server/stdio' with { 'resolution-mode': 'import' };

/** The SDK of the Model Context Protocol; loaded when a client is there, as no other command needs it. */
export type McpSdk = typeof mcp & typeof stdio;

/** Loads the SDK. */
export async function loadMcp(): Promise<McpSdk> {
  return {
    ...(await import('@modelcontextprotocol/server')),
    ...(await import('@modelcontextprotocol/server/stdio')),
  };
}
