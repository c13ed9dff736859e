'use strict';

const LONGEST = 71;
/** Made by git itself. */
const BY_GIT = /^(?:Merge|Revert|Reapply|fixup!|squash!|amend!) /;
/** How the past, the gerund and the third person of a verb end, and few plain verbs. */
const NOT_IMPERATIVE = /[aeiouy].*(?:[^e]ed|ing)$|[^aius]s$/;
const PLAIN = ['embed', 'bring'];

/** One sentence that says what is wrong with a commit message and how it is mended; undefined where it is well. */
function messageProblem(text) {
  const subject = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  if (subject === '' || BY_GIT.test(subject)) return undefined;
  const [, verb] = /^[a-z][a-z0-9/ -]*: ([a-z][\w-]*)\b/.exec(subject) ?? [];
  if (verb === undefined)
    return `the subject is "${subject}": write "area: what it does", such as "store: keep large blobs as files".`;
  if (subject.length > LONGEST)
    return `the subject has ${subject.length} characters: say it in ${LONGEST}, and the rest in the body.`;
  if (NOT_IMPERATIVE.test(verb) && !PLAIN.includes(verb))
    return `the subject begins with "${verb}": use the imperative, as in "add" or "keep".`;
  return undefined;
}

module.exports = { messageProblem };
