// The arrows of the house (docs/architecture.md): graphql → lifecycle → cleanup → environments → storage → scheduler → git, disk → db.
// Leaves know nobody: clock, effects, errors, config, log. core.ts is a type that everybody is given.

const LEAVES = "^src/(clock|effects|errors|config|log|core)[.]ts$";

/** `from` may import these folders of the house, itself and the leaves; nothing else of src/. */
const arrows = (from, to) => ({
  name: `${from}-looks-down`,
  comment: `${from}/ may use ${to.length === 0 ? "only itself" : to.map((folder) => `${folder}/`).join(", ")} and the leaves.`,
  severity: "error",
  from: { path: `^src/${from}/` },
  to: {
    path: "^src/",
    pathNot: [LEAVES, `^src/(${[from, ...to].join("|")})/`],
  },
});

module.exports = {
  forbidden: [
    arrows("server", ["graphql", "db"]),
    arrows("graphql", ["lifecycle", "environments", "storage", "cleanup", "db"]),
    arrows("lifecycle", ["cleanup", "environments", "storage", "scheduler", "git", "disk", "db"]),
    arrows("environments", ["storage", "scheduler", "git", "disk", "db"]),
    arrows("cleanup", ["environments", "storage", "scheduler", "git", "disk", "db"]),
    arrows("storage", ["scheduler", "git", "disk", "db"]),
    arrows("scheduler", ["db"]),
    arrows("git", ["disk"]),
    arrows("disk", []),
    arrows("db", []),
    {
      name: "leaves-know-nobody",
      severity: "error",
      from: { path: LEAVES, pathNot: "^src/core[.]ts$" },
      to: { path: "^src/", pathNot: LEAVES },
    },
    {
      name: "core-is-types",
      comment: "core.ts names the parts that app.ts puts together; at run time it imports nothing.",
      severity: "error",
      from: { path: "^src/core[.]ts$" },
      to: { path: ".", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-cycles",
      comment: "At run time. Types may name each other.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/db/generated/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "only-lifecycle-reclaims",
      comment:
        "The one function that deletes is used by cleanup jobs (which only a task's lifecycle makes), by unmaking what was never confirmed, and by storage's purging of trash, quarantine and rebuildable directories.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/cleanup/", "^src/environments/unmake[.]ts$", "^src/storage/", "^src/disk/remove"] },
      to: { path: "^src/disk/remove[.]ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-lifecycle-intends",
      comment: "Nobody but lifecycle/ makes a cleanup job: the sessions' code above all can't.",
      severity: "error",
      from: { path: "^src/(environments|storage|graphql|server|scheduler)/" },
      to: { path: "^src/cleanup/(snapshot|intent)[.]ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sessions-touch-nothing",
      comment: "A session owns nothing: what begins, ends, loses or deletes one knows neither git nor the disk, nor any cleanup.",
      severity: "error",
      from: { path: "^src/(environments/(sessions|held|usable)|lifecycle/sessionTimeout|graphql/session)[.]ts$" },
      to: { path: ["^src/(git|disk|storage|cleanup)/", "^(node:)?fs(/promises)?$"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "processes-start-in-one-place",
      comment: "disk/start.ts and disk/starter.ts for disk/child.ts, and its helper that asks which process a noted one is.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/disk/(start|starter|processIdentity)[.]ts$" },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "graphql-stays-up",
      comment: "Nothing below graphql/ and server/ knows GraphQL.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(graphql|server)/|^src/(app|main)[.]ts$|^src/db/generated/pothos[.]ts$" },
      to: { path: "node_modules/(graphql|graphql-yoga|graphql-ws|@pothos|@graphql-)" },
    },
    {
      name: "git-and-disk-know-no-database",
      severity: "error",
      from: { path: "^src/(git|disk)/" },
      to: { path: "node_modules/(@prisma|better-sqlite3)", pathNot: "node_modules/better-sqlite3" },
    },
    { name: "no-unresolvable", severity: "error", from: { path: "^src/" }, to: { couldNotResolve: true } },
    { name: "no-orphans", severity: "error", from: { path: "^src/", orphan: true, pathNot: "^src/(main|db/generated/.*)[.]ts$" }, to: {} },
    { name: "src-is-alone", severity: "error", from: { path: "^src/" }, to: { path: "^(test|scripts|bench|demo)/" } },
    {
      name: "no-dev-dependencies",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
