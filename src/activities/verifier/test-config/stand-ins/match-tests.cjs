'use strict';
// Chooses test files by the project's own expressions. In the sandbox, since an expression may take for ever.

const compile = (source) => {
  try {
    return [new RegExp(source)];
  } catch {
    return [];
  }
};

/** As jest does it: the last word is that of a negated glob; nothing but negated ones means all the others. */
function byGlobs(globs) {
  const matchers = globs.flatMap(({ source, negated }) =>
    compile(source).map((regex) => ({ regex, negated })),
  );
  const positive = matchers.some(({ negated }) => !negated);
  return (path) => {
    let kept;
    for (const { regex, negated } of matchers) {
      const matched = regex.test(path);
      if (negated && !matched) kept = false;
      else if (!negated && matched) kept = true;
    }
    return positive ? kept === true : kept !== false;
  };
}

const isBelow = (path, folder) => folder === '' || path.startsWith(`/${folder}/`);

function matcher({ roots, extensions, globs, regexes, ignore }) {
  const wanted = regexes.length > 0 ? regexes.flatMap(compile) : undefined;
  const matchesGlobs = byGlobs(globs);
  const ignored = ignore.flatMap(compile);
  return (path) =>
    roots.some((root) => isBelow(path, root)) &&
    extensions.some((extension) => path.endsWith(`.${extension}`)) &&
    !ignored.some((regex) => regex.test(path)) &&
    (wanted ? wanted.some((regex) => regex.test(path)) : matchesGlobs(path));
}

/** For each set of rules the indexes of the paths that it chooses. */
module.exports = function match({ sets, paths }) {
  return sets.map((set) => {
    const matches = matcher(set);
    return paths.flatMap((path, index) => (matches(`/${path}`) ? [index] : []));
  });
};
