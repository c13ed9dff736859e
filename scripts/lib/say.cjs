'use strict';

/** A failure that people can mend: printed as one sentence, without a stack. */
class LaunchError extends Error {}

/** One line on stderr: stdout belongs to the target. */
function say(text) {
  process.stderr.write(`kintsugi: ${text}\n`);
}

module.exports = { LaunchError, say };
