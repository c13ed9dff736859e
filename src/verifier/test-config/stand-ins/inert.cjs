'use strict';
// Stands in for what a configuration loads and the sandbox has no use for: whatever is done with it, it is itself.

module.exports = function inert(name) {
  const self = new Proxy(function () {}, {
    get(target, key) {
      if (key === 'then' || key === 'toJSON') return undefined;
      if (key === '__esModule') return true;
      if (key === Symbol.toPrimitive || key === 'toString') return () => name;
      if (key === Symbol.iterator) return () => [][Symbol.iterator]();
      if (key === 'prototype' || key === 'name' || key === 'length') return target[key];
      return self;
    },
    set: () => true,
    apply: () => self,
    construct: () => self,
  });
  return self;
};
