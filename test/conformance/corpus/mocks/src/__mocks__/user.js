exports.getUser = jest.fn(() => ({ name: 'manual mock' }));
exports.kind = 'manual';
