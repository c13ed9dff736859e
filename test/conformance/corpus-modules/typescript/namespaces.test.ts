import { Geometry, Registry } from './src/namespaces';
import Area = Geometry.area;

namespace Inner {
  export const a = 1;
  const hidden = 2;
  export function sum(): number {
    return a + hidden;
  }
  export namespace Deep {
    export const b = a + 10;
  }
}
namespace Inner {
  export const c = sum() + 1;
}
namespace Types {
  export type Text = string;
  export interface Named {
    name: Text;
  }
}

it('has members', () => expect([Inner.a, Inner.sum(), Inner.c]).toEqual([1, 3, 4]));
it('has namespaces within', () => expect(Inner.Deep.b).toBe(11));
it('hides what is not exported', () => expect(Object.keys(Inner).sort()).toEqual(['Deep', 'a', 'c', 'sum']));
it('is imported', () => expect(Geometry.area({ width: 2, height: 3 })).toBe(6));
it('has aliases', () => expect(Area({ width: 1, height: 5 })).toBe(5));
it('adds to classes and functions', () => {
  expect(Registry.shared).toBeInstanceOf(Registry);
  expect(Registry.shared.names).toEqual(['shared']);
});
it('holds types only', () => {
  const named: Types.Named = { name: 'n' };
  expect(named.name).toBe('n');
});
