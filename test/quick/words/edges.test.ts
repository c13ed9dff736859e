/** Files that show runs to people: whatever they say goes through the table of forms. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** Edges: what they show of a run is in its language. */
const EDGES = [
  'client/cli/ended.ts',
  'client/cli/follow.ts',
  'client/cli/inbox-command.ts',
  'client/cli/model-line.ts',
  ...filesIn('client/cli/question'),
  ...filesIn('client/cli').filter((path) => /\/render[\w-]*\.ts$/.test(path)),
  'client/cli/top-up-text.ts',
  'client/pending-work.ts',
  'client/start-run.ts',
  'client/waiting.ts',
  ...filesIn('client/web').filter(
    (path) =>
      !/(?:dashboard|visitors|style|page|html)\.ts$/.test(path) ||
      path.endsWith('run-page.ts') ||
      path.endsWith('overview-page.ts'),
  ),
  'domain/heal/delivery.ts',
  'domain/heal/targets.ts',
  'domain/heal/words/events.ts',
  'domain/heal/words/log.ts',
  'domain/run/budget-report.ts',
  'domain/run/current-details.ts',
  'domain/run/notice.ts',
  'domain/run/outcomes.ts',
];

function filesIn(folder: string): string[] {
  return readdirSync(join('src', folder)).flatMap((name) =>
    name.endsWith('.ts') ? [`${folder}/${name}`] : [],
  );
}

/** Calls whose texts are no part of a run: errors and the help of commands, and what programs read. */
const OTHERS =
  /^(?:badInput|infrastructure|KintsugiError|Error|RegExp|describe|description|option|argument|command)$/;
/** Commands, names, what a page is made of, and what people type. */
const NAMES =
  /\bkintsugi(?: [\x21-\x7e]+)*|`[^`]*`|<[^<>]*>|\{\}|\b(?:Kintsugi|Temporal|UTC|KINTSUGI_\w+|LETTER|NaN|Ctrl-[CD])\b|--[\w-]+(?: [\w-]+)?|\{"[^}]*\}|diff --git.*/g;
const TAGS = /^said$|(?:^|\.)say$|^speaker\(/;

/** True for words that a person reads: a sentence, or a title. A code has neither blanks nor capitals. */
function isText(text: string): boolean {
  // The worker's log has the words of the requirements.
  if (/\p{Script=Han}|^\[SelfRepairLoop\]/u.test(text)) return false;
  const own = text.replaceAll(NAMES, ' ');
  return /[a-z]{2,} +[a-z]{2,}|\b[A-Z][a-z]{2,}/.test(own);
}

/** Texts of a file that are made in no language but English. */
function untagged(path: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(
    path,
    readFileSync(join('src', path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // The kind of a run, for an error.
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'what') return;
    const callee = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression : undefined;
    if (callee && OTHERS.test(ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()))
      return;
    if (ts.isTaggedTemplateExpression(node) && TAGS.test(node.tag.getText())) {
      if (ts.isTemplateExpression(node.template))
        node.template.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}'));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter(isText).map((text) => `${path}: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
}

test('whoever shows a run says it by forms, in the language of the run', () => {
  expect(EDGES.length).toBeGreaterThan(25);
  expect(EDGES.flatMap(untagged)).toEqual([]);
});
