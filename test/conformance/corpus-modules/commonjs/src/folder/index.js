exports.name = 'folder';
