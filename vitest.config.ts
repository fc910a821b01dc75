import { defineConfig } from "vitest/config";

export default defineConfig({
  // Node loads graphql's CommonJS build for every package; Vite would take the other one for our own files, and two realms refuse each other.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    setupFiles: ["test/support/home.ts"],
    pool: "forks",
    // Tests start git and servers of their own; two workers are what two cores carry.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: "test-results/vitest.json" },
  },
});
