import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';

const NAME_CHARS = 60;

/** A run of a kind that there is not: it ends at once, where Temporal would try its first task for ever. */
export default function unknownKind(): Promise<never> {
  const kind = workflowInfo().workflowType.slice(0, NAME_CHARS);
  throw ApplicationFailure.nonRetryable(
    `There is no kind of run ${kind}: start one with kintsugi, or by the client of the package.`,
    'BadInput',
  );
}
