const log: string[] = [];
function note(name: string): any {
  return (target: any, key?: string | symbol, third?: unknown) => {
    const place = key === undefined ? 'class' : String(key);
    log.push(`${name} ${place} ${typeof third}`);
  };
}
function shout(_target: object, _key: string, descriptor: PropertyDescriptor): void {
  const method = descriptor.value as (...args: unknown[]) => string;
  descriptor.value = function (...args: unknown[]) {
    return method.apply(this, args).toUpperCase();
  };
}
function sealed<T extends new (...args: any[]) => object>(type: T): T {
  return class extends type {
    sealed = true;
  } as T;
}

@note('one')
@note('two')
class Service {
  @note('static')
  static made(): void {}

  @shout
  greet(@note('parameter') name: string): string {
    return `hello ${name}`;
  }

  @note('getter')
  get value(): number {
    return 1;
  }

  constructor(@note('injected') readonly dependency: string) {}
}

@sealed
class Box {
  held = 1;
}

it('calls decorators in order', () => {
  expect(log).toEqual([
    'parameter greet number',
    'getter value object',
    'static made object',
    'injected class number',
    'two class undefined',
    'one class undefined',
  ]);
});
it('replaces methods', () => expect(new Service('d').greet('you')).toBe('HELLO YOU'));
it('replaces classes', () => expect(new Box()).toEqual({ held: 1, sealed: true }));
it('keeps what is not decorated', () => expect([new Service('d').value, new Service('d').dependency]).toEqual([1, 'd']));
it('fails in a decorated method', () => {
  expect(new Service('d').greet('x')).toBe('hello x');
});
