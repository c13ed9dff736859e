'use strict';
// Stands in for what configurations take from ts-jest: its transform is the sandbox's own work.

const inert = require('./inert.cjs');

const escaped = (text) => text.replace(/[-\\^$*+?.()|[\]{}]/g, '\\$&');

/** Settings of jest's moduleNameMapper from the compiler's `paths`. */
function pathsToModuleNameMapper(paths, { prefix = '', useESM = false } = {}) {
  const mapper = {};
  for (const [pattern, targets] of Object.entries(paths ?? {})) {
    const stars = pattern.split('*').length - 1;
    if (stars > 1 || targets.length === 0) continue;
    const place = (target) => {
      const base = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
      return base + target.replace(/^\.\//, '').replace(/\*/g, '$1');
    };
    const names = targets.map(place);
    const extension = useESM ? '\\.js' : '';
    const source = stars === 0 ? escaped(pattern) : escaped(pattern).replace('\\*', `(.*)${extension}`);
    mapper[`^${source}$`] = names.length === 1 ? names[0] : names;
  }
  return mapper;
}

const preset = (options) => ({ transform: { '^.+\\.[tj]sx?$': ['ts-jest', options ?? {}] } });
const presets = new Proxy({}, { get: () => preset() });

module.exports = new Proxy(
  { __esModule: true, pathsToModuleNameMapper },
  {
    get(target, key) {
      if (key in target) return target[key];
      if (key === 'then') return undefined;
      if (key === 'jestPreset') return preset();
      if (key === 'presets' || key === 'defaults') return presets;
      return /^create.*Preset$/.test(String(key)) ? preset : inert('ts-jest');
    },
  },
);
