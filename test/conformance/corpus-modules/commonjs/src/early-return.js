exports.before = true;
return;
exports.after = true;
