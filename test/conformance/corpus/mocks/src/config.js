exports.loadedAt = Math.random();
exports.settings = { debug: false };
