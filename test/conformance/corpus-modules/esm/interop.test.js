import object, { inner } from './src/object.cjs';
import * as star from './src/object.cjs';
import fn from './src/function.cjs';
import * as fnStar from './src/function.cjs';
import flagged, { named } from './src/flagged.cjs';
import * as flaggedStar from './src/flagged.cjs';
import data from './src/data.json';
import path, { sep } from 'node:path';
import * as pathStar from 'path';

it('has an object as the default', () => expect(object).toEqual({ inner: 1, nested: { x: 2 } }));
it('has members of an object', () => expect([inner, star.nested.x, star.default]).toEqual([1, 2, object]));
it('has a function as the default', () => expect([fn(2), fn.extra]).toEqual([4, 'extra']));
it('has members of a function', () => expect([fnStar.extra, fnStar.default]).toEqual(['extra', fn]));
it('believes the flag of a module', () => expect([flagged, named, flaggedStar.default]).toEqual(['default', 'named', 'default']));
it('reads JSON', () => expect(data.list).toEqual([1, 2]));
it('has modules of Node', () => expect([path.sep, sep, pathStar.sep]).toEqual(['/', '/', '/']));
it('imports later', async () => {
  const later = await import('./src/object.cjs');
  expect([later.default, later.inner]).toEqual([object, 1]);
  const name = './src/a.js';
  expect((await import(name)).a).toBe(1);
});
it('rejects what is not there', async () => {
  const name = './src/nowhere.js';
  await expect(import(name)).rejects.toThrow(/Cannot find module/);
});
it('is required', () => {
  const required = require('./src/a.js');
  expect([required.a, required.default, required.__esModule]).toEqual([1, 'default of a', true]);
});
