import ts from 'typescript';
import type { Mutation, TemplateName } from '../search/mutation';
import type { NumberPair, TextForm } from '../search/wanted-values';
import { collectDonors, type Donor, type Donors } from './donors';
import { kindOf, type Kind } from './kinds';
import { outermostFunction, type ParsedFile } from '../../codebase';
import { quotePair } from '../quote';
import { asOperand, CONDITIONAL, levelOf, levelOfCode, PREFIX } from './precedence';
import { Scopes, type ScopeName } from './scope';
import { said, type Said } from '../../domain/run/said';

/** Signs of the edit in failing tests: literals worth trying, as source text, and the titles of the tests. */
export interface Hints {
  strings: readonly string[];
  numbers: readonly string[];
  /** Numbers that tests wanted in place of others. */
  pairs: readonly NumberPair[];
  /** Forms of values as text that tests wanted. */
  forms: readonly TextForm[];
  titles: readonly string[];
}

/** Nothing is said. */
export const NO_HINTS: Hints = { strings: [], numbers: [], pairs: [], forms: [], titles: [] };

/** A template: one node of a file → edits of that file. Pure; the node belongs to the site's file. */
export type Template = (node: ts.Node, site: Site) => Mutation[];

/** Facts on the file around a node that templates may use. */
export class Site {
  readonly text: string;
  private readonly scopes: Scopes;
  private readonly donorsOf = new Map<ts.Node, Donors>();
  private readonly namesOf = new Map<ts.Node, ScopeName[]>();

  constructor(
    readonly file: ParsedFile,
    readonly hints: Hints,
  ) {
    this.text = file.text;
    this.scopes = new Scopes(file.source);
  }

  /** Source of a node without its leading comments. */
  code(node: ts.Node): string {
    return this.text.slice(node.getStart(), node.end);
  }

  kind(node: ts.Node): Kind {
    return kindOf(node, this.scopes.kindOfName);
  }

  /** Names usable at the node, innermost first. */
  names(node: ts.Node): readonly ScopeName[] {
    const known = this.namesOf.get(node);
    if (known) return known;
    const names = this.scopes
      .namesAt(node)
      .map((name) => ({ ...name, kind: this.scopes.kindOfName(name.name, node) }));
    this.namesOf.set(node, names);
    return names;
  }

  /** Variables and parameters of the functions around the node. */
  locals(node: ts.Node): readonly ScopeName[] {
    return this.names(node).filter((name) => name.local);
  }

  /** Expressions, conditions and statements of the outermost function around the node (of the file outside functions). */
  donors(node: ts.Node): Donors {
    return this.donorsIn(outermostFunction(node));
  }

  fileDonors(): Donors {
    return this.donorsIn(this.file.source);
  }

  /** Donors of one part of the file. */
  donorsIn(root: ts.Node): Donors {
    const known = this.donorsOf.get(root);
    if (known) return known;
    const donors = collectDonors(root, this);
    this.donorsOf.set(root, donors);
    return donors;
  }

  /** True where every free name of the donor means something at the node. */
  fits(donor: Donor, node: ts.Node): boolean {
    if (donor.names.length === 0) return true;
    const known = new Set(this.names(node).map((name) => name.name));
    return donor.names.every((name) => known.has(name));
  }
}

/** Replaces a node's text. */
export function replace(
  node: ts.Node,
  replacement: string,
  template: TemplateName,
  description: Said,
  weight = 1,
): Mutation {
  return { start: node.getStart(), end: node.end, replacement, template, description, weight };
}

export function insert(
  offset: number,
  replacement: string,
  template: TemplateName,
  description: Said,
  weight = 1,
): Mutation {
  return { start: offset, end: offset, replacement, template, description, weight };
}

/** Replaces a node by another expression, in parentheses where they are needed. */
export function replaceExpression(
  node: ts.Expression,
  code: string,
  template: TemplateName,
  weight = 1,
): Mutation {
  const [before, after] = quotePair(node.getText(), code);
  const description = said`${before} should be ${after}`;
  return replace(node, parenthesize(node, code), template, description, weight);
}

/** `code` in the node's place, in parentheses where its parent binds tighter. */
function parenthesize(node: ts.Node, code: string): string {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    return asOperand(code, parent.operatorToken.getText(), parent.left === node ? 'left' : 'right');
  }
  if (ts.isArrowFunction(parent)) return parent.body === node && code.startsWith('{') ? `(${code})` : code;
  return levelOfCode(code) < neededLevel(parent, node) ? `(${code})` : code;
}

/** How tightly an expression must bind in its parent. */
function neededLevel(parent: ts.Node, node: ts.Node): number {
  if (ts.isConditionalExpression(parent)) return parent.condition === node ? CONDITIONAL + 1 : 0;
  if (ts.isPrefixUnaryExpression(parent) || ts.isAwaitExpression(parent) || ts.isTypeOfExpression(parent))
    return PREFIX;
  if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return levelOf('<<');
  const isHead =
    ts.isPropertyAccessExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    ts.isPostfixUnaryExpression(parent) ||
    (ts.isElementAccessExpression(parent) && parent.expression === node) ||
    ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node);
  return isHead ? PREFIX + 1 : 0;
}
