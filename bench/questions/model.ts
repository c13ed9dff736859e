/** A scripted model that looks a question up with the tools of its loop, and answers with what they tell. */
import { callTools, reply, ScriptedModel, type ChatRequest } from '../../test/support/scripted-model';

type LookedUp = 'where' | 'callers' | 'impact' | 'changes' | 'tests';

/** Words of a person at present, and the kind of question that they ask. */
export interface Said {
  readonly kind: LookedUp;
  readonly text: string;
}

/** Words that are written as only code is: `` `write` ``, `lib/meta.js`, `run_in_threadpool`, `newMultiError`, `Command.Walk`. */
const CODE =
  /`([^`]{1,200})`|\b([\w/-]+\.(?:js|py|go|mjs|ts))\b|\b(\w+_\w+|[a-z]\w*[A-Z]\w*|[A-Z]\w*[a-z][A-Z]\w*|[A-Z]\w*\.\w+)\b/;
/** `asJson (lib/tools.js:120)`: how findings name a declaration. */
const FOUND = /([\w.#$]+) \([\w./-]+\.\w+[:)]/;

/** Starts it on a free port of loopback. */
export async function startLookingModel(said: () => Said): Promise<ScriptedModel> {
  const model = await ScriptedModel.start();
  return model.otherwise((body) => {
    const told = body.messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '');
    if (told.length > 0) return reply(told.join('\n'));
    const { kind, text } = said();
    const [name, given] = look(kind, text, subjectOf(text, body));
    return callTools([{ id: 'look', name, arguments: given }]);
  });
}

function look(kind: LookedUp, text: string, of: string | undefined): [tool: string, given: object] {
  if (kind === 'where') return ['search', { question: text }];
  if (kind === 'changes') return ['git_history', { of }];
  if (of === undefined) return ['search', { question: text }];
  const relation = { callers: 'callers', impact: 'dependents', tests: 'tests' }[kind];
  return ['code_graph', { relation, of }];
}

/** The name in a question, else the one that the tools of the mode found for it. */
function subjectOf(text: string, { messages }: ChatRequest): string | undefined {
  const [, quoted, file, name] = CODE.exec(text) ?? [];
  const found = messages
    .map(({ content }) => FOUND.exec(content ?? '')?.[1])
    .findLast((one) => one !== undefined);
  return (quoted ?? file ?? name ?? found)?.replace(/\(\)$/, '');
}
