exports.seen = { ...require('./cycle-a') };
