import ts from 'typescript';
import { parseFile } from '../../../codebase';
import { CODE_FILE } from '../source';
import { RULES } from './rules';

/** A place in code that may be dangerous. */
export interface Finding {
  rule: string;
  /** From 1. */
  line: number;
  reason: string;
}

const MOST_FINDINGS = 50;

/** Places in code that may be dangerous, by its syntax; undefined where it is nested too deeply to be read. */
export function securityFindings(code: string, path: string = CODE_FILE): Finding[] | undefined {
  const file = parseFile(path, code);
  if (!file) return undefined;
  const { source } = file;
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    for (const { rule, find } of RULES) {
      const reason = find(node);
      if (reason !== undefined)
        findings.push({
          rule,
          line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
          reason,
        });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings.slice(0, MOST_FINDINGS);
}
