/**
 * Forbids regular expressions that are built while the program runs: their text may take for ever to match. Allowed are texts
 * of constants, and the files that match under a deadline or build from a table of their own.
 */
export const housePatterns = {
  meta: {
    type: 'problem',
    schema: [{ type: 'array', items: { type: 'string' } }],
    messages: {
      built:
        'A pattern that is built while the program runs may take for ever: search the text by its words, or match it under a deadline.',
    },
  },
  create(context) {
    const [allowed = []] = context.options;
    if (allowed.some((file) => context.filename.replaceAll('\\', '/').endsWith(`/${file}`))) return {};
    const check = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return;
      const known = node.arguments.every((one) => isConstant(one, context.sourceCode.getScope(node)));
      if (!known) context.report({ node, messageId: 'built' });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

/** True for texts, and for what is made of texts and of the file's own constants of texts. */
function isConstant(node, scope) {
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'TemplateLiteral') return node.expressions.every((one) => isConstant(one, scope));
  if (node.type === 'BinaryExpression' && node.operator === '+')
    return isConstant(node.left, scope) && isConstant(node.right, scope);
  if (node.type === 'CallExpression') return isJoin(node, scope) || isCharacter(node);
  if (node.type !== 'Identifier') return false;
  const value = constantOf(node.name, scope);
  return value !== undefined && isConstant(value, scope);
}

/** `['a', 'b'].join('|')` */
function isJoin({ callee, arguments: given }, scope) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.name === 'join' &&
    callee.object.type === 'ArrayExpression' &&
    [...callee.object.elements, ...given].every((one) => one !== null && isConstant(one, scope))
  );
}

/** `String.fromCharCode(27)` */
function isCharacter({ callee, arguments: given }) {
  return (
    callee.type === 'MemberExpression' &&
    callee.property.name === 'fromCharCode' &&
    given.every((one) => one.type === 'Literal' && typeof one.value === 'number')
  );
}

function constantOf(name, scope) {
  for (let at = scope; at; at = at.upper) {
    const definition = at.set.get(name)?.defs[0];
    if (definition)
      return definition.type === 'Variable' &&
        definition.parent.kind === 'const' &&
        at.block.type === 'Program'
        ? (definition.node.init ?? undefined)
        : undefined;
  }
  return undefined;
}
