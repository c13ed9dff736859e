import { createHash } from 'node:crypto';
import type { Redact } from '../../domain/redact';
import { firstLine } from '../../domain/text';
import type { RunReport } from '../report/run-report';
import { html, Html } from './html';
import { reportHead, reportSections } from './report-sections';
import { STYLE } from './style';

/** A report as one page that needs nothing else: it may be sent to anybody, and runs no script. */
export function reportFile(report: RunReport, redact: Redact): string {
  const options = { redact };
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${firstLine(redact(report.asked), 80)} · ${report.stand}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header><b>Kintsugi</b><span>report of a run</span></header>
        <main>${reportHead(report, options)} ${reportSections(report, options)}</main>
        <footer>Run ${report.id}. Everything on this page is in this file.</footer>
      </body>
    </html> `.source;
}
