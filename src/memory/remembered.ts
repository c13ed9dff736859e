import { join } from 'node:path';
import { z } from 'zod';
import { learnedRows, Tried, withTries, type LearnedRow } from '../domain/goal/learning';
import { sha256, shortHash } from '../machine/hash';
import { readJsonFile, toStderr, updateJsonFile } from './json-file';
import { ConversationTurn, withTurn } from '../domain/goal/conversation';
import { ConversationId } from '../domain/goal/input';

const StoredConversation = z.object({
  version: z.literal(1),
  id: ConversationId,
  turns: z.array(ConversationTurn),
});

export interface Conversations {
  /** Turns of a conversation, oldest first; empty for one that is not known. Throws for a name that is no id. */
  turns(id: string): Promise<ConversationTurn[]>;
  /** Adds a turn; the same run replaces its own. */
  add(id: string, turn: ConversationTurn): Promise<void>;
}

const Stored = z.object({
  version: z.literal(1),
  /** For people who look into the file. */
  roots: z.array(z.string()),
  tries: z.array(Tried),
});

/** Tries of steps, a JSON file for each set of roots: nothing learned in some folders is seen in others. */
export interface Learned {
  /** Remembers tries; the same run, step and attempt replaces its own. `roots` are real paths. */
  add(roots: readonly string[], tries: readonly Tried[]): Promise<void>;
  /** Ways that went well or badly in exactly these roots, the best first. `now`: ISO 8601. */
  rows(roots: readonly string[], now: string): Promise<LearnedRow[]>;
}

/** Tries that were learned of, in a folder that is made for its user alone. `say` is told of damaged files. */
export function createLearned(folder: string, say: (line: string) => void = toStderr): Learned {
  const fileOf = (roots: readonly string[]) => ({
    path: join(folder, `${sha256(JSON.stringify(roots))}.json`),
    schema: Stored,
    say,
  });
  return {
    add: async (given, tries) => {
      if (tries.length === 0) return;
      const roots = setOf(given);
      await updateJsonFile<z.infer<typeof Stored>>(fileOf(roots), (before) => ({
        version: 1,
        roots,
        tries: withTries(before?.tries ?? [], tries),
      }));
    },
    rows: async (roots, now) => {
      const stored = await readJsonFile(fileOf(setOf(roots)));
      return learnedRows(stored?.tries ?? [], now);
    },
  };
}

function setOf(roots: readonly string[]): string[] {
  return [...new Set(roots)].sort();
}

/** Conversations in a folder, which is made for its user alone. `say` is told of damaged files. */
export function createConversations(folder: string, say: (line: string) => void = toStderr): Conversations {
  const fileOf = (given: string) => {
    const id = ConversationId.parse(given);
    // Some file systems take `Trip` and `trip` for one name.
    const path = join(folder, `${id}-${shortHash(id)}.json`);
    return { id, file: { path, schema: StoredConversation, say } };
  };
  return {
    turns: async (given) => (await readJsonFile(fileOf(given).file))?.turns ?? [],
    add: async (given, turn) => {
      const { id, file } = fileOf(given);
      await updateJsonFile<z.infer<typeof StoredConversation>>(file, (before) => ({
        version: 1,
        id,
        turns: withTurn(before?.turns ?? [], turn),
      }));
    },
  };
}
