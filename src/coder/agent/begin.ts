import { join } from 'node:path';
import { functionNameOf, type ExecutionSpec } from '../../domain/agent/input';
import type { BlobHash, EffectKey } from '../../domain/ids';
import type { HostDirectory } from '../../domain/files/workspace';
import { firstLine } from '../../domain/text';
import { badInput } from '../../domain/kintsugi-error';
import { readDataset, type DataSource } from '../../datasets';
import type { BlobStore } from '../../store';
import { keepTask } from './task';
import { type BestCode, withReason, type CodeRecord } from '../../domain/agent/state';
import { CheckCodeOutput, TestCodeOutput } from '../tools/data/check-code';

/** Input that a run of the coding agent begins with. */
export interface BeginInput {
  key: EffectKey;
  executionSpec: ExecutionSpec;
  currentStep: ExecutionSpec;
  maxIterations: number;
  model?: string;
  /** JSON; absent: there is none, or it is a file. */
  testData?: unknown;
  dataFile?: string;
  directory?: HostDirectory;
}

/** The kept task, and the shape of its data in a line. */
export interface Begun {
  task: BlobHash;
  dataText?: string;
}

/** Keeps the task and its test data: from here on only references travel. Throws `KintsugiError` for data that can't be read. */
export async function beginTask(blobs: BlobStore, input: BeginInput, signal?: AbortSignal): Promise<Begun> {
  const { executionSpec: spec, currentStep, maxIterations, model } = input;
  const source = sourceOf(input);
  const data = source && (await readDataset(blobs, source, { signal }));
  const task = await keepTask(blobs, {
    version: 1,
    toolSet: 'data',
    spec,
    currentStep,
    functionName: functionNameOf(spec),
    maxIterations,
    data: data?.dataset,
    dataText: data?.description,
    model,
  });
  return { task, dataText: data && firstLine(data.description, 120) };
}

/** Null is no data, as it is no argument. */
function sourceOf({ testData, dataFile, directory }: BeginInput): DataSource | undefined {
  if (dataFile === undefined)
    return testData === undefined || testData === null ? undefined : { json: testData };
  if (!directory) throw badInput(`The data file ${dataFile} has no directory: name both.`);
  return { file: join(directory.realpath, dataFile) };
}

export async function writeRecord(
  blobs: BlobStore,
  { best }: { key: EffectKey; best: BestCode },
): Promise<{ record: CodeRecord; blob: BlobHash }> {
  const read = async (hash: BlobHash): Promise<unknown> => JSON.parse(String(await blobs.load(hash)));
  const checked = best.check === undefined ? undefined : CheckCodeOutput.parse(await read(best.check));
  const ran = best.run === undefined ? undefined : TestCodeOutput.parse(await read(best.run));
  const found: CodeRecord = {
    generatedCode: best.code === undefined ? '' : String(await blobs.load(best.code)),
    iterationCount: best.iterationCount,
    isCodeValid: best.isCodeValid,
    codeIssues: checked?.issues ?? [],
    runtimeError: ran && !ran.success ? ran.error : '',
    executionResult: ran?.success ? ran.result : null,
  };
  const record = withReason(found, checked !== undefined);
  return { record, blob: await blobs.put(Buffer.from(JSON.stringify(record))) };
}
