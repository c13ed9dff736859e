/** Names that code adds to built-ins, which are locked: by its syntax tree, so `maps.Map.x = …` and a Map of the code's own add nothing. */
import type { AnyNode, Program } from 'acorn';
import { declaredNames } from './strict';
import { eachChild } from './walk';

const NAMES =
  'Array|String|Number|Boolean|Function|Date|RegExp|Map|Set|Promise|Error|Symbol|BigInt|Math|Object|JSON';
const HOLDERS = new Set(NAMES.split('|'));

/** A source in which neither is found adds nothing. A bracket is what `(Array.prototype as any).last = …` leaves. */
const ASSIGNS = new RegExp(
  `\\b(?:${NAMES})(?:\\.prototype)?[\\s)]{0,40}(?:\\.[\\w$]{1,100}|\\[[^\\]\\n]{1,100}\\])\\s{0,40}(?:\\|\\||\\?\\?)?=(?![=>])`,
);
const DEFINES = new RegExp(`defineProperty\\(\\s{0,40}(?:${NAMES})\\b`);

/** True if the source may add something. */
export function mayAdd(code: string): boolean {
  return ASSIGNS.test(code) || DEFINES.test(code);
}

/** The name of a member, where the text tells it. */
function keyOf(node: AnyNode | undefined, computed: boolean): string | undefined {
  if (node?.type === 'Identifier' && !computed) return node.name;
  return node?.type === 'Literal' ? String(node.value) : undefined;
}

/** Names that the program adds to built-ins which have none of these here: `Array.prototype.last`. */
export function additions(program: Program): string[] {
  const declared = declaredNames(program);
  const found: string[] = [];
  const holderOf = (node: AnyNode | undefined): string | undefined => {
    if (node?.type === 'Identifier')
      return HOLDERS.has(node.name) && !declared.has(node.name) ? node.name : undefined;
    if (node?.type !== 'MemberExpression' || keyOf(node.property, node.computed) !== 'prototype')
      return undefined;
    const holder = node.object.type === 'Identifier' ? holderOf(node.object) : undefined;
    return holder && `${holder}.prototype`;
  };
  const add = (holder: string | undefined, name: string | undefined): void => {
    if (holder === undefined || name === undefined) return;
    const [type = '', prototype] = holder.split('.');
    const object = Reflect.get(globalThis, type) as { prototype: object };
    if (!(name in (prototype === undefined ? object : object.prototype))) found.push(`${holder}.${name}`);
  };
  const visit = (node: AnyNode): void => {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
      add(holderOf(node.left.object), keyOf(node.left.property, node.left.computed));
    if (
      node.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      keyOf(node.callee.property, node.callee.computed) === 'defineProperty'
    )
      add(holderOf(node.arguments[0]), keyOf(node.arguments[1], true));
    eachChild(node, visit);
  };
  visit(program);
  return found;
}
