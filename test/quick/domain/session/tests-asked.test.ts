import { testsAsked, type TestsAsked } from '../../../../src/domain/session/tests-asked';

const ROWS: readonly (readonly [text: string, of: TestsAsked['of'], what?: string])[] = [
  ['run the tests', 'all'],
  ['run the unit tests', 'all'],
  ['run all tests again please', 'all'],
  ['write tests for the parser', 'all'],
  ['run the tests for me', 'all'],
  ['run the tests of the whole project', 'all'],
  ['run the tests on node 22', 'all'],
  ['run the tests of price', 'subject', 'price'],
  ['run the tests for parsePrice with coverage', 'subject', 'parsePrice'],
  ['rerun its tests', 'subject', 'rerun its tests'],
  ['run test/price.test.js', 'subject', 'run test/price.test.js'],
  ['run only the tests named adds tax', 'name', 'adds tax'],
  ['run the test "adds tax"', 'name', 'adds tax'],
  ['run tests whose name contains tax, with coverage', 'name', 'tax'],
  ['run the tests of what I changed', 'changes'],
  ['run the tests for my changes', 'changes'],
  ['price 테스트만 실행해줘', 'subject', 'price'],
  ['jest로 테스트 실행해줘', 'all'],
  ['전체 테스트 돌려줘', 'all'],
  ["'adds tax'라는 테스트만 실행해줘", 'name', 'adds tax'],
  ['내가 변경한 파일의 테스트만 돌려줘', 'changes'],
  ['只运行 price 的测试', 'subject', 'price'],
  ['跑一下测试', 'all'],
  ['只运行名为 adds tax 的测试', 'name', 'adds tax'],
  ['运行我改动的代码的测试', 'changes'],
];

test.each(ROWS.map(([text, of, what]) => ({ text, of, what: what ?? '' })))(
  'the tests that "$text" asks to run are those of $of $what',
  ({ text, of, what }) => {
    expect(testsAsked(text)).toMatchObject({ of, text: what });
  },
);

test.each([
  'run the tests with coverage',
  'what is not covered?',
  '커버리지도 같이 테스트 실행해줘',
  '带覆盖率运行测试',
])('the lines that tests execute are asked about by "%s"', (text) => {
  expect(testsAsked(text)).toMatchObject({ of: 'all', coverage: true });
});
