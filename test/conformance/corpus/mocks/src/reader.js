const state = require('./state');
module.exports = { read: () => state.get(), bump: () => state.increment() };
