const { getUser } = require('./user');
exports.greet = () => `hello ${getUser().name}`;
