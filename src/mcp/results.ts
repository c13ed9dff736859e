import type { CallToolResult } from '@modelcontextprotocol/client';

/** Result of a tool: text for the model. */
export interface McpResult {
  ok: boolean;
  text: string;
}

/** The result as text: its texts as they are, all else by kind and size, since it can't be shown to a model of text. */
export function resultText({ content, structuredContent, isError }: CallToolResult): McpResult {
  const parts = (content ?? []).map(partText);
  // Servers repeat structured content as text; where they do not, it is all there is.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent));
  return { ok: isError !== true, text: parts.join('\n') || '(no content)' };
}

function partText(part: CallToolResult['content'][number]): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `(${part.type}, ${part.mimeType}, ${Math.round((part.data.length * 3) / 4)} bytes)`;
    case 'resource':
      return 'text' in part.resource
        ? `${part.resource.uri}:\n${part.resource.text}`
        : `(${part.resource.uri}, ${Math.round((part.resource.blob.length * 3) / 4)} bytes)`;
    case 'resource_link':
      return `(${part.uri}: ${part.name})`;
  }
}
