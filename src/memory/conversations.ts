import { join } from 'node:path';
import { z } from 'zod';
import { ConversationTurn, withTurn } from '../domain/goal/conversation';
import { ConversationId } from '../domain/goal/input';
import { shortHash } from '../machine/hash';
import { readJsonFile, toStderr, updateJsonFile } from './json-file';

const Stored = z.object({ version: z.literal(1), id: ConversationId, turns: z.array(ConversationTurn) });

/** Turns of conversations, a JSON file each. */
export interface Conversations {
  /** Turns of a conversation, oldest first; empty for one that is not known. Throws for a name that is no id. */
  turns(id: string): Promise<ConversationTurn[]>;
  /** Adds a turn; the same run replaces its own. */
  add(id: string, turn: ConversationTurn): Promise<void>;
}

/** Conversations in a folder, which is made for its user alone. `say` is told of damaged files. */
export function createConversations(folder: string, say: (line: string) => void = toStderr): Conversations {
  const fileOf = (given: string) => {
    const id = ConversationId.parse(given);
    // Some file systems take `Trip` and `trip` for one name.
    const path = join(folder, `${id}-${shortHash(id)}.json`);
    return { id, file: { path, schema: Stored, say } };
  };
  return {
    turns: async (given) => (await readJsonFile(fileOf(given).file))?.turns ?? [],
    add: async (given, turn) => {
      const { id, file } = fileOf(given);
      await updateJsonFile<z.infer<typeof Stored>>(file, (before) => ({
        version: 1,
        id,
        turns: withTurn(before?.turns ?? [], turn),
      }));
    },
  };
}
