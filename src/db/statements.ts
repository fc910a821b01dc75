import type Sqlite from "better-sqlite3";

/** More than the program has; lists of ids make others, by their length. */
const MAX_KEPT = 400;

/**
 * Keeps the statements of a connection prepared: Prisma's adapter prepares each anew, which costs as much as running it. It binds what it
 * prepared for good, so each use gets a face of its own that binds at the call.
 */
export function keepStatements(sqlite: Sqlite.Database): void {
  const prepare = sqlite.prepare.bind(sqlite);
  const kept = new Map<string, Sqlite.Statement>();
  sqlite.prepare = ((sql: string) => {
    let statement = kept.get(sql);
    // The one that was used longest ago goes first.
    if (statement === undefined) statement = prepare(sql);
    else kept.delete(sql);
    kept.set(sql, statement);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string);
    return new Face(statement);
  }) as unknown as typeof sqlite.prepare;
}

/** What the adapter uses of a statement. */
class Face {
  #values: unknown[] = [];

  constructor(private readonly statement: Sqlite.Statement) {}

  get reader(): boolean {
    return this.statement.reader;
  }

  bind(values: unknown[]): this {
    this.#values = values;
    return this;
  }

  run(): Sqlite.RunResult {
    return this.statement.run(...this.#values);
  }

  columns(): Sqlite.ColumnDefinition[] {
    return this.statement.columns();
  }

  raw(): { all(): unknown[] } {
    return { all: () => this.statement.raw().all(...this.#values) };
  }
}
