'use strict';
// Stands in for next/jest, which adds a transform (the sandbox's own work) to the configuration it is given.

const nextJest = () => (config) => async () => (typeof config === 'function' ? await config() : config);

module.exports = Object.assign(nextJest, { __esModule: true, default: nextJest });
