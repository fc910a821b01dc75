import { defineConfig } from "vitest/config";

const LONG = [
  "test/crash/**",
  "test/demo.test.ts",
  "test/e2e/power-cut.test.ts",
  "test/e2e/failures.test.ts",
  "test/e2e/any-input.test.ts",
  "test/e2e/bad-input.test.ts",
  "test/environments/addWorktree.test.ts",
  "test/lifecycle/{again,borrowing,branches,heads,judgedAgain,pathsFirst,pinning,preview,previewAgrees,reset,resetPush,restoreSources,takeover,twice,waits,zeroSessions}.test.ts",
  "test/model/**",
  "test/races/**",
];

export default defineConfig({
  // Node loads graphql's CommonJS build for every package; Vite would take the other one for our own files, and two realms refuse each other.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["test/**/*.test.ts"],
    // Kills at every point, faults of the disk and generated input take longer than a change can wait for: `npm run test:long`.
    exclude: process.env["TEST_LONG"] === undefined ? LONG : [],
    globalSetup: ["test/support/globalSetup.ts"],
    setupFiles: ["test/support/home.ts"],
    pool: "forks",
    // A worker goes on to the next file with what it has loaded: no test leaves anything in a module.
    isolate: false,
    // Tests start git and servers of their own, and wait for them half of the time: three workers are what two cores carry.
    maxWorkers: 3,
    // Real servers, sockets and kills on a shared machine: what fails once more is a failure.
    retry: process.env["CI"] === undefined ? 0 : 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    reporters: process.env["CI"] === undefined ? ["default"] : ["default", "json"],
    outputFile: { json: "test-results/vitest.json" },
  },
});
