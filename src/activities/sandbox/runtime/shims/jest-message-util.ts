/** What expect's toThrow messages take from jest-message-util, without source excerpts of the file system. */

export function separateMessageFromStack(content: string): { message: string; stack: string } {
  const at = /\n\s+at /.exec(content);
  return at
    ? { message: content.slice(0, at.index), stack: content.slice(at.index + 1) }
    : { message: content, stack: '' };
}

export function formatStackTrace(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => !line.includes('kintsugi:'))
    .map((line) => `\n      ${line.trim()}`)
    .join('');
}

export function formatExecError(error: { stack?: string; message?: string }): string {
  return String(error.stack ?? error.message ?? '');
}
