import type { z } from 'zod';
import type { CallAct, CallFacts, ToolKind, ToolWork } from '../../domain/agent/calls';
import type { Question } from '../../model';

/**
 * A tool that a model may call: one file, and one line in the list of its set (`data/index.ts`, `directory/index.ts`). `Context` is what the tools of a set share.
 * Failing is a value of the output; only infrastructure throws.
 */
export interface Tool<Context, I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  /** Letters, digits and `_`, at most 64. */
  name: string;
  /** Text that tells the model what it is for. */
  description: string;
  input: I;
  output: O;
  /** Reading calls of one turn run side by side, writing ones in order. */
  kind: ToolKind;
  /** Class of work, which chooses time limits and slots. */
  activity: ToolWork;
  /** Its latest result stays in sight of the model when older ones are left out. */
  check?: true;
  /** Only a task that names it has it. */
  onlyNamed?: true;
  /** A call counts as an iteration of the run. */
  iterates?: true;
  /** Equal calls have the same key; by default name and arguments. */
  loopKey?(input: z.output<I>): string;
  /** One line for history, log and `watch`. */
  summary(input: z.output<I>): string;
  /** Act that the policy is asked about before the call. */
  act?(input: z.output<I>): CallAct;
  /** It does something outside of the run: it is carried out at most once, and not again where nobody knows whether it was. */
  once?: true;
  /** Question to the user, of a tool of kind `ask`: no `run` is called for it. */
  asks?(input: z.output<I>): { text: string; choices?: string[] };
  /** First messages to a model, of a tool that asks one: the budget reserves their cost. */
  question?(context: Context, input: z.output<I>): Promise<Question>;
  run(context: Context, input: z.output<I>): Promise<z.output<O>>;
  /** Text of an output for the model; by default its JSON. */
  shown?(output: z.output<O>): string;
  /** True if the output tells a success; by default its `success`, where it has one. */
  succeeded?(output: z.output<O>): boolean;
  /** Facts that the machine decides by. Blobs that they name are stored. */
  facts?(context: Context, input: z.output<I>, output: z.output<O>): Promise<CallFacts | undefined>;
}

/** A tool whose types are its own: `defineTool<Context>()({ … })`. */
export const defineTool =
  <Context>() =>
  <I extends z.ZodObject, O extends z.ZodType>(tool: Tool<Context, I, O>): Tool<Context, I, O> =>
    tool;
