/**
 * Prisma's own schema engine (migrate deploy, migrate diff) as WebAssembly, in process: the native one is a download that we do without.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";

export type SchemaEngine = bindings.SchemaEngine;

/** Node has it; the type libraries that this project compiles with do not name it. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: Record<string, unknown>): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  const file = join(dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm")), "schema_engine_bg.wasm");
  const { instance } = await WebAssembly.instantiate(await readFile(file), { "./schema_engine_bg.js": bindings });
  (bindings as unknown as { __wbg_set_wasm(exports: unknown): void }).__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
}

/** Runs `work` with an engine on the file, ":memory:" for none, and closes what the engine opened. */
export async function withSchemaEngine<T>(file: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loading ??= load();
  await loading;
  const connections = new Connections(file);
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(connections));
  try {
    return await work(engine);
  } finally {
    engine.free();
    await connections.close();
  }
}

/** The engine does not close its connections when it is freed. */
class Connections implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = "sqlite";
  readonly adapterName = "@prisma/adapter-better-sqlite3";
  private readonly open: SqlDriverAdapter[] = [];
  private readonly inner: PrismaBetterSqlite3;

  constructor(file: string) {
    this.inner = new PrismaBetterSqlite3({ url: file === ":memory:" ? file : `file:${file}` });
  }

  async connect(): Promise<SqlDriverAdapter> {
    return this.opened(await this.inner.connect());
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    return this.opened(await this.inner.connectToShadowDb());
  }

  async close(): Promise<void> {
    for (const connection of this.open) await connection.dispose();
  }

  private opened(connection: SqlDriverAdapter): SqlDriverAdapter {
    this.open.push(connection);
    return {
      provider: "sqlite",
      adapterName: connection.adapterName,
      queryRaw: (query) => connection.queryRaw(query),
      // On a shadow database the engine gives whole migrations to executeRaw, which takes one statement.
      executeRaw: (query) => (query.args.length > 0 ? connection.executeRaw(query) : connection.executeScript(query.sql).then(() => 0)),
      executeScript: (script) => connection.executeScript(script),
      startTransaction: (isolationLevel) => connection.startTransaction(isolationLevel),
      dispose: () => connection.dispose(),
    };
  }
}
