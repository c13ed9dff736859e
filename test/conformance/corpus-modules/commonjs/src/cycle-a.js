exports.early = 1;
const b = require('./cycle-b');
module.exports = { done: true, seen: b.seen };
