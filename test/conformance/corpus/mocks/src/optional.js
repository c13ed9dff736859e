exports.load = () => require('not-installed-anywhere');
exports.loadFile = () => require('./no-such-file');
