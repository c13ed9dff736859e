import type { Rule } from 'eslint';

/** One function that is walked: the paths that are open in it, and whether it returns a value. */
interface Walked {
  upper: Walked | undefined;
  open: Set<Rule.CodePathSegment>;
  returns: boolean;
}

interface NamedNode {
  type: string;
  id?: { name?: string } | null;
  parent?: NamedNode;
  body?: { type: string };
}

/** ESLint rule: the function of a name (its option) returns a value on every path. */
export const returnsOnAllPaths = {
  meta: { type: 'problem', schema: [{ type: 'string' }] },
  create(context: Rule.RuleContext): Rule.RuleListener {
    const [name] = context.options as string[];
    let walked: Walked | undefined;
    const add = (segment: Rule.CodePathSegment) => walked?.open.add(segment);
    const remove = (segment: Rule.CodePathSegment) => walked?.open.delete(segment);
    const leave = (node: Rule.Node) => {
      const named = node as unknown as NamedNode;
      if (nameOf(named) !== name || !walked || named.body?.type !== 'BlockStatement') return;
      if (!walked.returns) context.report({ node, message: `${name} returns nothing.` });
      else if ([...walked.open].some(({ reachable }) => reachable))
        context.report({ node, message: `${name} does not return a value on all paths.` });
    };
    return {
      onCodePathStart: () => {
        walked = { upper: walked, open: new Set(), returns: false };
      },
      onCodePathEnd: () => {
        walked = walked?.upper;
      },
      onCodePathSegmentStart: add,
      onCodePathSegmentEnd: remove,
      onUnreachableCodePathSegmentStart: add,
      onUnreachableCodePathSegmentEnd: remove,
      ReturnStatement: (node) => {
        if (walked && node.argument) walked.returns = true;
      },
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};

function nameOf({ id, parent }: NamedNode): string | undefined {
  return id?.name ?? (parent?.type === 'VariableDeclarator' ? parent.id?.name : undefined);
}
