exports.outer = 1;
{
  const exports = module.exports;
  exports.inner = 2;
}
