/** Time between two looks at the head of the database's file, ms: three small reads. */
const LOOK_MS = 2_000;
/** Errors of LMDB that tell of damaged pages. */
const LMDB_DAMAGE = /MDB_(PAGE_NOTFOUND|CORRUPTED|PANIC|VERSION_MISMATCH|INVALID)\b/;

/** Part of a local tier that is watched. */
interface Watched {
  problem(): string | undefined;
  doubt(): void;
}

/** Notices that a database is damaged while it is in use: by looking, and by what LMDB says. */
export class DamageWatch {
  /** Resolves to what is wrong, as the end of a sentence; never where nothing is. */
  readonly found: Promise<string>;
  private tell: (problem: string) => void = () => undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly database: Watched) {
    this.found = new Promise((resolve) => {
      this.tell = (problem) => {
        database.doubt();
        resolve(problem);
      };
    });
    this.timer = setInterval(() => this.lookAgain(), LOOK_MS).unref();
  }

  /** The same functions; an error of LMDB that one of them ends with is noticed. */
  over<T extends object>(functions: T): T {
    const noticing = Object.entries(functions).map(([name, act]) => [name, this.noticing(act as Act)]);
    return Object.fromEntries(noticing) as T;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private noticing(act: Act): Act {
    return async (...given) => {
      try {
        return await act(...given);
      } catch (error) {
        const said = LMDB_DAMAGE.exec(error instanceof Error ? error.message : String(error))?.[0];
        if (said !== undefined) this.tell(said);
        throw error;
      }
    };
  }

  private lookAgain(): void {
    const problem = this.database.problem();
    if (problem !== undefined) this.tell(problem);
  }
}

type Act = (...given: unknown[]) => Promise<unknown>;
