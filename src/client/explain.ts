import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Config } from '../config';
import { ExplainReply, type Explanation } from '../domain/explanation';
import { firstLine } from '../domain/text';
import { ARTEFACTS } from '../paths';
import { startProcess } from '../processes';
import { requireDirectory } from './client';
import { badInput, infrastructure } from './errors';
import { configuredRules } from './heavy-rules';

/**
 * What a run on this directory would capture, by the rules that are configured. Captures it in a process of its own,
 * into nothing. Throws a sentence for what is no project's folder.
 */
export async function explainDirectory(config: Config, path: string): Promise<Explanation> {
  const heavyFolders = configuredRules(config);
  const directory = await requireDirectory(path);
  const request = JSON.stringify({ directory, heavyFolders });
  const child = startProcess(process.execPath, [ARTEFACTS.explain, request], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([ended, textOf(child.stdout), textOf(child.stderr)]);
  if (code !== 0) throw infrastructure(`${directory} cannot be captured: ${firstLine(errors)}`);
  const reply = ExplainReply.parse(JSON.parse(output));
  if ('refused' in reply) throw badInput(reply.refused);
  return reply.explanation;
}

/** A process that could not be started has no output. */
function textOf(stream: Readable | null): Promise<string> {
  return stream ? text(stream) : Promise.resolve('');
}
