/** Class of a file by its path: sources come first, what others wrote or tools made comes last. */

export type FileClass = 'source' | 'test' | 'example' | 'document' | 'data' | 'generated' | 'vendored';

/** Names of folders and files that say it; matched against the whole path in lower case, the first that fits. */
const CLASSES: readonly (readonly [FileClass, RegExp])[] = [
  [
    'vendored',
    /(?:^|\/)(?:node_modules|vendor|vendors|third_party|third-party|bower_components|site-packages)\//,
  ],
  [
    'generated',
    /(?:^|\/)(?:dist|generated|__generated__|gen|\.next)\/|[._-](?:min|bundle|generated|gen|pb)\.[a-z]{1,4}$|_pb2\.pyi?$|\.pb\.go$|\.d\.[cm]?ts$/,
  ],
  [
    'generated',
    /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|cargo\.lock|go\.sum|poetry\.lock|composer\.lock|npm-shrinkwrap\.json)$|\.map$/,
  ],
  [
    'test',
    /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testdata|fixtures?)\/|[._-](?:test|spec)\.[a-z]{1,4}$|_test\.(?:go|py)$|(?:^|\/)(?:test_[^/]{1,200}|conftest)\.py$|tests?\.java$/,
  ],
  ['example', /(?:^|\/)(?:examples?|samples?|demos?|bench|benchmarks?|docs?)\//],
  ['document', /\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:license|changelog|readme|authors|notice)[^/]{0,20}$/],
  ['data', /\.(?:json|ya?ml|toml|xml|csv|svg|html?|css|scss|less|ini|lock|snap|graphql|proto|sql)$/],
];

/** Share of its score that a result of each class keeps. */
const SHARES: Readonly<Record<FileClass, number>> = {
  source: 1,
  test: 0.6,
  example: 0.6,
  document: 0.5,
  data: 0.7,
  generated: 0.4,
  vendored: 0.35,
};

export function classOfFile(path: string): FileClass {
  const low = path.toLowerCase();
  return CLASSES.find(([, pattern]) => pattern.test(low))?.[0] ?? 'source';
}

/** Share of its score that a file keeps if it is no test where tests are asked for. */
const BESIDE_TESTS = 0.5;

/** Share of its score that a file keeps: where tests are asked for they come first, else what people wrote to be run. */
export function shareOfClass(kind: FileClass, asksForTests: boolean): number {
  if (!asksForTests) return SHARES[kind];
  return kind === 'test' ? 1 : SHARES[kind] * BESIDE_TESTS;
}
