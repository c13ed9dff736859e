exports.first = 1;
exports.second = exports.first + 1;
