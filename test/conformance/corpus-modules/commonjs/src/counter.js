let n = 0;
exports.add = () => n++;
exports.read = () => n;
