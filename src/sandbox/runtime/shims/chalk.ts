/** Stands in for chalk: texts stay plain, so that no ANSI code enters a report. */
interface Plain {
  (text: unknown): string;
  [style: string]: Plain;
}

const plain = new Proxy((text: unknown) => String(text), {
  get: (target, key, receiver: unknown) =>
    key === 'level' ? 0 : typeof key === 'string' ? receiver : (Reflect.get(target, key) as unknown),
}) as unknown as Plain;

export default plain;
