'use strict';
// Chooses test files by the project's own expressions. In the sandbox, since an expression may take for ever.

const compile = (source) => {
  try {
    return [new RegExp(source)];
  } catch {
    return [];
  }
};

/** For each set of expressions the indexes of the paths that it chooses among those it is given. */
module.exports = function match({ sets, paths }) {
  return sets.map(({ among, regexes, ignore }) => {
    const wanted = regexes.length > 0 ? regexes.flatMap(compile) : undefined;
    const ignored = ignore.flatMap(compile);
    return among.filter((index) => {
      const path = `/${paths[index]}`;
      return (
        !ignored.some((regex) => regex.test(path)) && (!wanted || wanted.some((regex) => regex.test(path)))
      );
    });
  });
};
