export interface Example {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const FAILED = `... on Error {
      __typename
      code
      message
    }`;

/** The tabs of GraphiQL when it is opened for the first time: the tour, from left to right. Ids that one answers go into the next. */
export const EXAMPLES: readonly Example[] = [
  {
    query: `# What is here. Ctrl-Enter runs the operation under the cursor.
query Look {
  viewer {
    version
    host {
      rootPath
    }
  }
  health {
    ok
    issues {
      severity
      message
      whatToDo
    }
  }
  workspaces(first: 10) {
    totalCount
    edges {
      node {
        id
        name
      }
    }
  }
}
`,
    variables: {},
  },
  {
    query: `# A workspace, and a repository of this machine in it. Nothing in the repository is changed.
mutation CreateWorkspace($name: String!) {
  createWorkspace(input: { name: $name }) {
    ... on CreateWorkspacePayload {
      workspaceId
    }
    ${FAILED}
  }
}

mutation RegisterRepository($workspaceId: ID!, $path: String!) {
  registerRepository(input: { workspaceId: $workspaceId, path: $path }) {
    ... on RegisterRepositoryPayload {
      repository {
        id
        name
        defaultBranch
      }
    }
    ${FAILED}
  }
}
`,
    variables: { name: "Tour", workspaceId: "workspace_…", path: "/path/to/a/repository" },
  },
  {
    query: `# A task, and its environment: a worktree for each slot, on a branch of its own.
mutation CreateTask($workspaceId: ID!, $title: String!) {
  createTask(input: { workspaceId: $workspaceId, title: $title }) {
    ... on CreateTaskPayload {
      taskId
    }
    ${FAILED}
  }
}

mutation CreateEnvironment($taskId: ID!, $slots: [EnvironmentSlotInput!]!) {
  createEnvironment(input: { taskId: $taskId, slots: $slots }) {
    ... on CreateEnvironmentPayload {
      environmentId
      environment {
        path
        status
        worktrees {
          path
          branch
        }
      }
    }
    ${FAILED}
  }
}

subscription EnvironmentProgress($environmentId: ID!) {
  environmentProgress(environmentId: $environmentId) {
    type
    message
    percent
  }
}
`,
    variables: {
      workspaceId: "workspace_…",
      title: "Try it out",
      taskId: "task_…",
      slots: [{ repositoryId: "repo_…" }],
      environmentId: "env_…",
    },
  },
  {
    query: `# Watch the task's cleanup: everything so far, then live. Start it before you end the task, or after. To go on where you were, give
# the last cursor that you saw as $after.
subscription Watch($taskId: ID!, $after: String) {
  cleanupProgress(taskId: $taskId, after: $after) {
    cursor
    type
    step
    outcome
    message
    progress {
      percent
    }
  }
}
`,
    variables: { taskId: "task_…", after: null },
  },
  {
    query: `# How a task ends. What is provably clean goes, everything else is moved aside whole.
mutation Archive($taskId: ID!) {
  archiveTask(input: { taskId: $taskId }) {
    ... on ArchiveTaskPayload {
      jobs {
        id
        state
      }
    }
    ${FAILED}
  }
}

mutation Unarchive($taskId: ID!) {
  unarchiveTask(input: { taskId: $taskId }) {
    ... on UnarchiveTaskPayload {
      task {
        environments {
          path
          status
        }
      }
    }
    ${FAILED}
  }
}

mutation Delete($taskId: ID!) {
  deleteTask(input: { taskId: $taskId }) {
    ... on DeleteTaskPayload {
      jobs {
        id
        state
      }
    }
    ${FAILED}
  }
}

query Jobs {
  cleanupJobs(first: 10) {
    edges {
      node {
        id
        taskTitle
        state
        waitingFor
        lastError
        resources {
          path
          outcome
          outcomeReason
          branchOutcome
        }
      }
    }
  }
}
`,
    variables: { taskId: "task_…" },
  },
  {
    query: `# What did not go, and how it comes back.
query Kept {
  quarantineEntries(first: 10) {
    edges {
      node {
        id
        state
        reason
        path
      }
    }
  }
  rescues(first: 10) {
    edges {
      node {
        id
        ref
        commit
        branch
      }
    }
  }
}

mutation Restore($entryId: ID!, $taskId: ID) {
  restoreQuarantineEntry(input: { entryId: $entryId, taskId: $taskId }) {
    ... on RestoreQuarantineEntryPayload {
      environment {
        path
        status
      }
    }
    ${FAILED}
  }
}
`,
    variables: { entryId: "quarantine_…", taskId: null },
  },
];
