/** Name of a test's function: pytest puts the parameters of a case behind it, in brackets. */
export function withoutParameters(name: string): string {
  const at = name.indexOf('[');
  return at < 0 ? name : name.slice(0, at);
}
