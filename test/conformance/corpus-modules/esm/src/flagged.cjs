Object.defineProperty(exports, '__esModule', { value: true });
exports.default = 'default';
exports.named = 'named';
