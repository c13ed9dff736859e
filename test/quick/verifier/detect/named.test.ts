import { detectTests, specOf, type Project } from '../../../../src/verifier/detect';
import { unrunSentences } from '../../../../src/domain/verification/detected';
import { VerificationSpec } from '../../../../src/domain/verification/verification';

function projectOf(files: Record<string, string | undefined>): Project {
  return { paths: Object.keys(files).sort(), text: (path) => files[path], installed: () => undefined };
}

describe('tests that Kintsugi does not run by itself', () => {
  test.each([
    [
      'deno task test',
      { 'deno.json': '{"tasks":{"test":"deno test"}}', 'a_test.ts': 'Deno.test("a",()=>{})' },
    ],
    ['deno test', { 'deno.jsonc': '{}', 'a.test.ts': 'Deno.test("a",()=>{})' }],
    ['vendor/bin/phpunit', { 'composer.json': '{}', 'tests/ATest.php': '' }],
    ['bundle exec rspec', { Gemfile: '', 'spec/a_spec.rb': '' }],
    ['gradle check', { 'build.gradle.kts': '' }],
    ['cd app && mix test', { 'app/mix.exs': '', 'app/test/a_test.exs': '' }],
  ])('%s is named with the check that would run it', (command, files) => {
    const found = detectTests(projectOf(files));
    const { spec, checks } = specOf(found, VerificationSpec.parse({}), () => undefined);
    expect(spec.commands).toEqual([]);
    expect(unrunSentences(checks)).toEqual([
      expect.stringContaining(`by itself (--check "${command}" counts its exit code).`),
    ]);
  });

  test('usual names of test files come before runners that are only named', () => {
    expect(detectTests(projectOf({ 'a.test.js': '', Gemfile: '', 'spec/a_spec.rb': '' }))).toEqual([]);
  });

  test('tests of Gradle are found outside of the usual folder', () => {
    const files = { 'settings.gradle': '', 'app/build.gradle': '', 'app/test/ATest.java': '' };
    expect(detectTests(projectOf(files))).toMatchObject([{ runner: 'gradle', command: 'gradle test' }]);
  });

  test('a manifest that is no JSON is said in one sentence', () => {
    const files = { 'package.json': '{"scripts": {"test": "jest",}}', 'a.test.js': '' };
    const { checks } = specOf(detectTests(projectOf(files)), VerificationSpec.parse({}), () => undefined);
    expect(unrunSentences(checks)).toEqual([
      expect.stringMatching(
        /^"npm test" \(package\.json is no JSON\) did not run: valid text of JSON in package\.json \(.+ 29\)\) is missing \(correct package\.json\)\.$/,
      ),
    ]);
  });
});
