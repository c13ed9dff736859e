/**
 * How often redaction takes ordinary lines for secrets, and how long it takes. See bench/README.md.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { redactor } from '../src/domain/redact';
import { PROJECT_ROOT } from '../src/machine/paths';
import { linesOf, sourcesUnder } from './redact/sources';

const verbose = process.argv.includes('--verbose');

/** Packages whose sources are ordinary code, and this repository with its tests. */
const CORPORA = ['src', 'test', 'bench', 'scripts', 'docs', 'node_modules'];

function measure(name: string) {
  const redact = redactor();
  const counted = { name, files: 0, lines: 0, changed: 0, kilobytes: 0, ms: 0 };
  for (const path of sourcesUnder(PROJECT_ROOT, name)) {
    const text = readFileSync(path, 'utf8');
    const startedMs = performance.now();
    const clean = redact(text);
    counted.ms += performance.now() - startedMs;
    counted.files += 1;
    counted.kilobytes += text.length / 1024;
    const [before, after] = [linesOf(text), linesOf(clean)];
    counted.lines += before.length;
    if (clean === text) continue;
    const left = new Set(after);
    const changed = before.filter((line) => !left.has(line));
    counted.changed += changed.length;
    if (verbose) for (const line of changed) print(path, line, redact);
  }
  return counted;
}

function print(path: string, line: string, redact: (text: string) => string): void {
  process.stdout.write(
    `${basename(path)}: ${line.trim().slice(0, 160)}\n    → ${redact(line).trim().slice(0, 160)}\n`,
  );
}

const rows = CORPORA.map(measure);
const lines = rows.reduce((sum, row) => sum + row.lines, 0);
const changed = rows.reduce((sum, row) => sum + row.changed, 0);
console.log('corpus            files      lines  redacted    share   MB/s');
for (const row of rows) {
  const share = `${((100 * row.changed) / row.lines).toFixed(4)} %`;
  const speed = (row.kilobytes / 1024 / (row.ms / 1000)).toFixed(1);
  const cells = [
    String(row.files).padStart(8),
    String(row.lines).padStart(11),
    String(row.changed).padStart(10),
  ];
  console.log(row.name.padEnd(14) + cells.join('') + share.padStart(11) + speed.padStart(7));
}
console.log(
  JSON.stringify({
    bench: 'redact',
    lines,
    redacted: changed,
    percent: Number(((100 * changed) / lines).toFixed(4)),
  }),
);
