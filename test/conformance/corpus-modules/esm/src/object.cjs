module.exports = { inner: 1, nested: { x: 2 } };
