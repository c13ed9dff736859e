import { firstLine } from '../../../domain/text';
import { differenceOf } from '../../static-checks/same-program';
import { defineTool } from '../tool';
import type { DataContext } from './context';
import { codeFacts } from './facts';
import { rewrite, RewriteInput, RewriteOutput, rewriteQuestion } from './rewrite';

const AIM =
  'Document the code: a TSDoc comment for each exported function, and comments where the reason is not plain. Change no code.';

/** Documents code: all of it but the comments stays as it is. */
export const documentCode = defineTool<DataContext>()({
  name: 'documentCode',
  description: 'Adds documentation to code. Refused if anything but comments changes.',
  input: RewriteInput,
  output: RewriteOutput,
  kind: 'write',
  activity: 'model',
  summary: ({ functionName }) => `document ${firstLine(functionName, 60)}`,
  question: (context, input) => Promise.resolve(rewriteQuestion(context, AIM, input)),
  run: (context, input) =>
    rewrite(context, AIM, input, (code) => {
      const difference = differenceOf(input.code, code);
      return Promise.resolve(
        difference === undefined ? { message: 'The code is documented.' } : { refused: difference },
      );
    }),
  facts: (context, _, { code, success }) => (success ? codeFacts(context, code) : Promise.resolve(undefined)),
});
