import { defineConfig } from "prisma/config";

// `prisma generate` wants to download an engine that it then does not use; naming any executable stops that.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
// Nor does a build ask anybody whether there is a newer version.
process.env.CHECKPOINT_DISABLE ??= "1";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
});
