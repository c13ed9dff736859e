'use strict';

/** Place of the package that `name` means in the package at `from`, as Node looks it up; undefined where there is none. */
function placeOf(packages, from, name) {
  for (let at = from; ;) {
    const place = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (!at) return undefined;
    const parent = at.lastIndexOf('/node_modules/');
    at = parent < 0 ? '' : at.slice(0, parent);
  }
}

/** Names that a package needs: with `optional`, also those that it can do without. */
function needs(entry, optional) {
  const peers = Object.keys(entry.peerDependencies ?? {});
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...peers.filter((name) => !entry.peerDependenciesMeta?.[name]?.optional),
    ...(optional ? Object.keys(entry.optionalDependencies ?? {}) : []),
  ];
}

function reachable(packages, names, optional) {
  const found = new Set();
  const take = (from, name) => {
    const place = placeOf(packages, from, name);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    for (const next of needs(packages[place], optional)) take(place, next);
  };
  for (const name of names) take('', name);
  return found;
}

/** Marks of npm for how the whole repository reaches a package. */
const MARKS = ['dev', 'devOptional', 'optional', 'peer'];
/**
 * Programs of 66 MB that nothing loads: pdfjs draws with one, of which only texts are wanted; the worker bundles workflows with
 * the other, and ours are bundled.
 */
const UNUSED = /^node_modules\/@(?:napi-rs\/canvas|swc\/core)-/;

/**
 * The part of a lock file that `dependencies` reach, in their order there. Packages that are only reached as optional ones
 * are marked so: npm goes on without those of other platforms.
 */
function lockOf(lock, dependencies) {
  const names = Object.keys(dependencies);
  const all = reachable(lock.packages, names, true);
  const required = reachable(lock.packages, names, false);
  const packages = { '': { dependencies } };
  for (const [place, found] of Object.entries(lock.packages)) {
    if (!all.has(place) || UNUSED.test(place)) continue;
    const marked = Object.entries(found).filter(([name]) => !MARKS.includes(name));
    packages[place] = { ...Object.fromEntries(marked), ...(required.has(place) ? {} : { optional: true }) };
  }
  return { lockfileVersion: 3, packages };
}

module.exports = { lockOf };
