'use strict';

const LONGEST = 71;
/** Made by git itself. */
const BY_GIT = /^(?:Merge|Revert|fixup!|squash!|amend!) /;
/** Verbs whose plain form ends as others do in the past or in the third person. */
const PLAIN = new Set(
  'embed exceed feed need proceed read seed shed speed spread bring string focus pass process discuss miss press address'.split(
    ' ',
  ),
);

/** One sentence that says what is wrong with a commit message and how it is mended; undefined where it is well. */
function messageProblem(text) {
  const subject = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  if (subject === '' || BY_GIT.test(subject)) return undefined;
  const [, verb] = /^[a-z][a-z0-9/ -]*: ([a-z][\w-]*)\b/.exec(subject) ?? [];
  if (verb === undefined)
    return `the subject is "${subject}": write "area: what it does", such as "store: keep large blobs as files".`;
  if (subject.length > LONGEST)
    return `the subject has ${subject.length} characters: say it in ${LONGEST}, and the rest in the body.`;
  if (/(?:ed|ing|[^s]s)$/.test(verb) && !PLAIN.has(verb))
    return `the subject begins with "${verb}": use the imperative, as in "add" or "keep".`;
  return undefined;
}

module.exports = { messageProblem };
