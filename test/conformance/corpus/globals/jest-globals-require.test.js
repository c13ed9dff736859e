const { describe: group, expect: check, test: shall } = require('@jest/globals');

group('required', () => {
  shall('work', () => {
    check(1).toBe(1);
  });
});
