-- CreateTable
CREATE TABLE "Host" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "rootPath" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Workspace" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "policy" TEXT NOT NULL DEFAULT '{}',
    "createdAt" DATETIME NOT NULL,
    "deletedAt" DATETIME
);

-- CreateTable
CREATE TABLE "EventStream" (
    "workspaceId" TEXT NOT NULL PRIMARY KEY,
    "lastNumber" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "Repository" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "hostId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "commonDir" TEXT NOT NULL,
    "checkoutPath" TEXT,
    "device" TEXT NOT NULL,
    "inode" TEXT NOT NULL,
    "defaultBranch" TEXT,
    "runHooks" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Repository_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Repository_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Task" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "parentId" TEXT,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'STANDARD',
    "externalId" TEXT,
    "archivedAt" DATETIME,
    "archiveOperationId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    "lastActivityAt" DATETIME NOT NULL,
    CONSTRAINT "Task_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Task_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Task" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "taskId" TEXT,
    "environmentId" TEXT,
    "title" TEXT,
    "state" TEXT NOT NULL,
    "graceEndsAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "lastActivityAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Session_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Environment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "hostId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "materialisationId" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "pinnedReason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "lastActivityAt" DATETIME NOT NULL,
    CONSTRAINT "Environment_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Environment_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Worktree" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "environmentId" TEXT NOT NULL,
    "materialisationId" TEXT NOT NULL,
    "repositoryId" TEXT NOT NULL,
    "slot" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "branch" TEXT,
    "branchCreated" BOOLEAN NOT NULL DEFAULT false,
    "branchExists" BOOLEAN NOT NULL DEFAULT false,
    "baseRef" TEXT NOT NULL,
    "baseCommit" TEXT,
    "fetchFirst" BOOLEAN NOT NULL DEFAULT false,
    "copyGlobs" TEXT NOT NULL DEFAULT '[]',
    "copiedFiles" TEXT NOT NULL DEFAULT '[]',
    "nonce" TEXT NOT NULL,
    "adminName" TEXT,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "restoredFrom" TEXT,
    "sizeBytes" BIGINT,
    "sizeMeasuredAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "Worktree_environmentId_fkey" FOREIGN KEY ("environmentId") REFERENCES "Environment" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Worktree_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "EnvironmentAttempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "environmentId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "claim" INTEGER NOT NULL DEFAULT 0,
    "plan" TEXT NOT NULL DEFAULT '{}',
    "sourceEntryId" TEXT,
    "sourceJobId" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" DATETIME NOT NULL,
    "error" TEXT,
    "createdAt" DATETIME NOT NULL,
    "completedAt" DATETIME
);

-- CreateTable
CREATE TABLE "CleanupJob" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "operationId" TEXT NOT NULL,
    "cascadeId" TEXT,
    "environmentId" TEXT NOT NULL,
    "holdsEnvironmentId" TEXT,
    "materialisationId" TEXT NOT NULL,
    "hostId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "taskTitle" TEXT NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "maxAttempts" INTEGER NOT NULL DEFAULT 8,
    "claim" INTEGER NOT NULL DEFAULT 0,
    "dueAt" DATETIME NOT NULL,
    "dueSetAt" DATETIME NOT NULL,
    "branchPolicy" TEXT NOT NULL,
    "policy" TEXT NOT NULL DEFAULT '{}',
    "pushFirst" BOOLEAN NOT NULL DEFAULT false,
    "makeAfresh" BOOLEAN NOT NULL DEFAULT false,
    "pinnedReason" TEXT,
    "directory" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "begunAt" DATETIME,
    "running" BOOLEAN NOT NULL DEFAULT false,
    "waits" INTEGER NOT NULL DEFAULT 0,
    "progress" INTEGER NOT NULL DEFAULT 0,
    "progressAtClaim" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "waitingFor" TEXT,
    "createdAt" DATETIME NOT NULL,
    "completedAt" DATETIME
);

-- CreateTable
CREATE TABLE "CleanupResource" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "phase" TEXT NOT NULL DEFAULT 'QUEUED',
    "worktreeId" TEXT,
    "repositoryId" TEXT,
    "repositoryName" TEXT,
    "commonDir" TEXT,
    "commonDevice" TEXT,
    "commonInode" TEXT,
    "slot" TEXT,
    "directory" TEXT,
    "path" TEXT NOT NULL,
    "branch" TEXT,
    "branchCreated" BOOLEAN NOT NULL DEFAULT false,
    "baseRef" TEXT,
    "baseCommit" TEXT,
    "copyGlobs" TEXT NOT NULL DEFAULT '[]',
    "copiedFiles" TEXT NOT NULL DEFAULT '[]',
    "nonce" TEXT,
    "adminName" TEXT,
    "verdict" TEXT,
    "verdictDetail" TEXT,
    "headCommit" TEXT,
    "headBranch" TEXT,
    "tipCommit" TEXT,
    "presentBranch" TEXT,
    "otherCommits" TEXT,
    "outcome" TEXT,
    "outcomeReason" TEXT,
    "branchOutcome" TEXT,
    "branchReason" TEXT,
    "quarantineEntryId" TEXT,
    "lastError" TEXT,
    "entriesTotal" INTEGER,
    "entriesDone" INTEGER NOT NULL DEFAULT 0,
    "bytesTotal" BIGINT,
    "bytesDone" BIGINT NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL,
    CONSTRAINT "CleanupResource_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "CleanupJob" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Event" (
    "workspaceId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "taskId" TEXT,
    "environmentId" TEXT,
    "sessionId" TEXT,
    "jobId" TEXT,
    "resourceId" TEXT,
    "worktreeId" TEXT,
    "jobState" TEXT,
    "attempt" INTEGER,
    "step" TEXT,
    "outcome" TEXT,
    "error" TEXT,
    "nextAttemptAt" DATETIME,
    "resourcesDone" INTEGER,
    "resourcesTotal" INTEGER,
    "entriesDone" INTEGER,
    "entriesTotal" INTEGER,
    "bytesDone" BIGINT,
    "bytesTotal" BIGINT,
    "status" TEXT,
    "percent" INTEGER,

    PRIMARY KEY ("workspaceId", "number"),
    CONSTRAINT "Event_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "CleanupJob" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "QuarantineEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "hostId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "jobId" TEXT,
    "environmentId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "taskTitle" TEXT NOT NULL,
    "directory" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "worktrees" TEXT NOT NULL DEFAULT '[]',
    "sizeBytes" BIGINT,
    "createdAt" DATETIME NOT NULL,
    "restoredAt" DATETIME
);

-- CreateTable
CREATE TABLE "Rescue" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "workspaceId" TEXT NOT NULL,
    "repositoryId" TEXT NOT NULL,
    "worktreeId" TEXT NOT NULL,
    "environmentId" TEXT NOT NULL,
    "taskId" TEXT NOT NULL,
    "taskTitle" TEXT NOT NULL,
    "jobId" TEXT,
    "kind" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "commit" TEXT NOT NULL,
    "branch" TEXT,
    "createdAt" DATETIME NOT NULL,
    "droppedAt" DATETIME,
    "droppedReason" TEXT
);

-- CreateTable
CREATE TABLE "Operation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "inputHash" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "Recurring" (
    "kind" TEXT NOT NULL PRIMARY KEY,
    "lastRunAt" DATETIME NOT NULL,
    "failures" TEXT NOT NULL DEFAULT '[]'
);

-- CreateIndex
CREATE UNIQUE INDEX "Host_instanceId_key" ON "Host"("instanceId");

-- CreateIndex
CREATE INDEX "Repository_workspaceId_inode_idx" ON "Repository"("workspaceId", "inode");

-- CreateIndex
CREATE INDEX "Task_parentId_idx" ON "Task"("parentId");

-- CreateIndex
CREATE INDEX "Task_workspaceId_createdAt_idx" ON "Task"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "Task_kind_lastActivityAt_idx" ON "Task"("kind", "lastActivityAt");

-- CreateIndex
CREATE INDEX "Task_archiveOperationId_idx" ON "Task"("archiveOperationId");

-- CreateIndex
CREATE UNIQUE INDEX "Task_workspaceId_externalId_key" ON "Task"("workspaceId", "externalId");

-- CreateIndex
CREATE INDEX "Session_environmentId_state_idx" ON "Session"("environmentId", "state");

-- CreateIndex
CREATE INDEX "Session_taskId_createdAt_idx" ON "Session"("taskId", "createdAt");

-- CreateIndex
CREATE INDEX "Session_state_graceEndsAt_idx" ON "Session"("state", "graceEndsAt");

-- CreateIndex
CREATE UNIQUE INDEX "Environment_directory_key" ON "Environment"("directory");

-- CreateIndex
CREATE INDEX "Environment_taskId_idx" ON "Environment"("taskId");

-- CreateIndex
CREATE INDEX "Environment_status_idx" ON "Environment"("status");

-- CreateIndex
CREATE UNIQUE INDEX "Worktree_directory_key" ON "Worktree"("directory");

-- CreateIndex
CREATE INDEX "Worktree_environmentId_idx" ON "Worktree"("environmentId");

-- CreateIndex
CREATE INDEX "Worktree_repositoryId_branch_idx" ON "Worktree"("repositoryId", "branch");

-- CreateIndex
CREATE UNIQUE INDEX "Worktree_materialisationId_slot_key" ON "Worktree"("materialisationId", "slot");

-- CreateIndex
CREATE INDEX "EnvironmentAttempt_state_dueAt_idx" ON "EnvironmentAttempt"("state", "dueAt");

-- CreateIndex
CREATE INDEX "EnvironmentAttempt_environmentId_state_idx" ON "EnvironmentAttempt"("environmentId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "CleanupJob_holdsEnvironmentId_key" ON "CleanupJob"("holdsEnvironmentId");

-- CreateIndex
CREATE INDEX "CleanupJob_state_dueAt_idx" ON "CleanupJob"("state", "dueAt");

-- CreateIndex
CREATE INDEX "CleanupJob_workspaceId_createdAt_idx" ON "CleanupJob"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "CleanupJob_taskId_idx" ON "CleanupJob"("taskId");

-- CreateIndex
CREATE INDEX "CleanupJob_environmentId_idx" ON "CleanupJob"("environmentId");

-- CreateIndex
CREATE INDEX "CleanupJob_operationId_idx" ON "CleanupJob"("operationId");

-- CreateIndex
CREATE INDEX "CleanupJob_cascadeId_idx" ON "CleanupJob"("cascadeId");

-- CreateIndex
CREATE INDEX "CleanupResource_jobId_position_idx" ON "CleanupResource"("jobId", "position");

-- CreateIndex
CREATE INDEX "CleanupResource_repositoryId_phase_idx" ON "CleanupResource"("repositoryId", "phase");

-- CreateIndex
CREATE INDEX "CleanupResource_worktreeId_idx" ON "CleanupResource"("worktreeId");

-- CreateIndex
CREATE INDEX "Event_jobId_number_idx" ON "Event"("jobId", "number");

-- CreateIndex
CREATE INDEX "Event_workspaceId_taskId_number_idx" ON "Event"("workspaceId", "taskId", "number");

-- CreateIndex
CREATE INDEX "Event_environmentId_number_idx" ON "Event"("environmentId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "QuarantineEntry_directory_key" ON "QuarantineEntry"("directory");

-- CreateIndex
CREATE INDEX "QuarantineEntry_workspaceId_createdAt_idx" ON "QuarantineEntry"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "QuarantineEntry_environmentId_state_idx" ON "QuarantineEntry"("environmentId", "state");

-- CreateIndex
CREATE INDEX "QuarantineEntry_taskId_idx" ON "QuarantineEntry"("taskId");

-- CreateIndex
CREATE INDEX "Rescue_workspaceId_createdAt_idx" ON "Rescue"("workspaceId", "createdAt");

-- CreateIndex
CREATE INDEX "Rescue_worktreeId_idx" ON "Rescue"("worktreeId");

-- CreateIndex
CREATE INDEX "Rescue_taskId_idx" ON "Rescue"("taskId");

-- CreateIndex
CREATE UNIQUE INDEX "Rescue_repositoryId_ref_key" ON "Rescue"("repositoryId", "ref");

-- CreateIndex
CREATE INDEX "Operation_createdAt_idx" ON "Operation"("createdAt");
