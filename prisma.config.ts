import { defineConfig } from "prisma/config";

// `prisma generate` wants to download an engine that it then does not use; naming any executable stops that.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
