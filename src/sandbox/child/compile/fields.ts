/** Fields of classes that are made of what a constructor's parameter properties hold. */
import type { AnyNode, Class, Program } from 'acorn';
import type { Edits } from './edits';
import { eachChild, isFunction, namesOf } from './walk';

/**
 * True if a field reads a member of `this` that a parameter property sets. TypeScript calls that an error if fields are
 * defined, so the source expects fields to be assigned after the parameters.
 */
export function readsParameters(program: Program): boolean {
  let found = false;
  const visit = (node: AnyNode): void => {
    if ((node.type === 'ClassDeclaration' || node.type === 'ClassExpression') && fieldReads(node))
      found = true;
    eachChild(node, visit);
  };
  visit(program);
  return found;
}

function fieldReads({ body: { body } }: Class): boolean {
  const constructor = body.find((part) => part.type === 'MethodDefinition' && part.kind === 'constructor');
  if (constructor?.type !== 'MethodDefinition') return false;
  const parameters = new Set(constructor.value.params.flatMap(namesOf));
  return body.some(
    (part) =>
      part.type === 'PropertyDefinition' && !part.static && part.value && reads(part.value, parameters),
  );
}

/** True if `this.name` is read at once; what functions read is there when they are called. */
function reads(node: AnyNode, names: ReadonlySet<string>): boolean {
  if (isFunction(node)) return false;
  if (node.type === 'MemberExpression' && node.object.type === 'ThisExpression' && !node.computed)
    return node.property.type === 'Identifier' && names.has(node.property.name);
  let found = false;
  eachChild(node, (child) => {
    found ||= reads(child, names);
  });
  return found;
}

/** Takes out fields without a value, which declare a type and nothing else where fields are assigned. */
export function dropBareFields(program: Program, edits: Edits): void {
  const visit = (node: AnyNode): void => {
    const isBare = node.type === 'PropertyDefinition' && !node.value && !node.computed;
    if (isBare && node.key.type !== 'PrivateIdentifier') edits.replace(node.start, node.end, ';');
    eachChild(node, visit);
  };
  visit(program);
}
