import { sqliteCode } from './database';

/** Primary result codes of SQLite that tell of a damaged file: SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGE = new Set<unknown>([11, 26]);

/** Time between two looks at the beginning of the file, ms: what SQLite has in its log it does not read there. */
const LOOK_MS = 2_000;

/** Notices that a database is damaged while it is in use: by looking, and by what SQLite says. */
export class DamageWatch {
  /** Resolves to what is wrong, as the end of a sentence; never where nothing is. */
  readonly found: Promise<string>;
  private tell: (problem: string) => void = () => undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(database: { doubt(): void; problem(): string | undefined }) {
    this.found = new Promise((resolve) => {
      this.tell = (problem) => {
        database.doubt();
        resolve(problem);
      };
    });
    this.timer = setInterval(() => {
      const problem = database.problem();
      if (problem !== undefined) this.tell(problem);
    }, LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The same functions; an error of a damaged database that one of them ends with is noticed. */
  over<T extends object>(functions: T): T {
    const noticing = Object.entries(functions).map(([name, act]) => [name, this.noticing(act as Act)]);
    return Object.fromEntries(noticing) as T;
  }

  private noticing(act: Act): Act {
    return async (...given) => {
      try {
        return await act(...given);
      } catch (error) {
        if (DAMAGE.has(sqliteCode(error))) this.tell(error instanceof Error ? error.message : String(error));
        throw error;
      }
    };
  }
}

type Act = (...given: unknown[]) => Promise<unknown>;
