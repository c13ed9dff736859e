/** Parts of jest-message-util that expect's toThrow messages need, without source excerpts of the file system. */

export function separateMessageFromStack(content: string): { message: string; stack: string } {
  // Blanks are looked through once, from where they begin.
  const found = /(?<!\s)[^\S\n]*\n\s+at /.exec(content);
  if (!found) return { message: content, stack: '' };
  const at = content.indexOf('\n', found.index);
  return { message: content.slice(0, at), stack: content.slice(at + 1) };
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
