let value = 0;
module.exports = {
  increment: () => ++value,
  get: () => value,
};
