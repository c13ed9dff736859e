exports.getUser = () => ({ name: 'real user' });
exports.kind = 'real';
