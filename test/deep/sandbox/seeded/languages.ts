/** Seeded failures: the same test in every kind of file. */
import { gather } from './seeded';

/** A test file around a body, in several languages. */
const BODY = `it('fails', () => {
  const value = { a: 1 };
  throw /*HERE*/new Error('seeded');
});
`;

export const languages = gather((add) => {
  for (const file of [
    'demo.test.ts',
    'demo.test.js',
    'demo.test.mjs',
    'demo.test.cjs',
    'demo.test.mts',
    'demo.test.jsx',
  ])
    add(`in ${file}`, { [file]: BODY }, 'seeded');
  add('in TSX', {
    'demo.test.tsx': `const React = { createElement: (...args: unknown[]) => args };
it('fails', () => {
  const view = <div className="a" {...{ b: 1 }}>{[1].map((n) => <b key={n}>{n as number}</b>)} text
    <i/></div>; const more = (view as unknown[]).length; if (more) throw /*HERE*/new Error('seeded');
});`,
  });
  add('inside of JSX', {
    'demo.test.tsx': `const React = { createElement: (...args: unknown[]) => args };
const fail = (): never => {
  throw /*HERE*/new Error('seeded');
};
it('fails', () => {
  void (
    <div title="x">
      <span>{/*ALSO*/fail()}</span>
    </div>
  );
});`,
  });
});
