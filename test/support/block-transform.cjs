'use strict';
// For jest: puts a CommonJS module's code into a block, so that what it declares may have the name of a parameter.
module.exports = { process: (source) => ({ code: `'use strict'; {${source}\n}` }) };
