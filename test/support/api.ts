/** Answers of the API, as far as the tests ask for them. */
export interface WorktreeView {
  id: string;
  slot: string;
  path: string;
  branch: string | null;
  status: string;
  error: string | null;
}

export interface EnvironmentView {
  id: string;
  path: string;
  status: string;
  error: string | null;
  worktrees: WorktreeView[];
}

export interface ResourceView {
  id: string;
  kind: string;
  phase: string;
  path: string;
  outcome: string | null;
  outcomeReason: string | null;
  branch: string | null;
  branchOutcome: string | null;
  branchReason: string | null;
  lastError: string | null;
  verdict: { kind: string; reason: string; unsaved: { kind: string; path: string; detail: string | null }[] } | null;
}

export interface JobView {
  id: string;
  operationId: string;
  taskId: string;
  trigger: string;
  state: string;
  attempts: number;
  maxAttempts: number;
  nextAttemptAt: string | null;
  lastError: string | null;
  waitingFor: string | null;
  blockedBy: { id: string }[];
  resources: ResourceView[];
}

const ENVIRONMENT = "id path status error worktrees { id slot path branch status error }";
const JOB = `id operationId taskId trigger state attempts maxAttempts nextAttemptAt lastError waitingFor blockedBy { id }
  resources { id kind phase path outcome outcomeReason branch branchOutcome branchReason lastError verdict { kind reason unsaved { kind path detail } } }`;

/** What the errors of single mutations tell beside message and code. */
const REFUSALS: Readonly<Record<string, string>> = {
  createEnvironment: "... on BranchRefusedError { reason branch jobId }",
  retryEnvironment: "... on BranchRefusedError { reason branch jobId }",
  registerRepository: "... on RepositoryRefusedError { reason path }",
  restoreRescue: "... on BranchRefusedError { reason branch jobId }",
  addWorktree: "... on BranchRefusedError { reason branch } ... on CleanupInProgressError { jobId } ... on EnvironmentBusyError { status }",
  pinEnvironment: "... on CleanupInProgressError { jobId }",
  resetEnvironment:
    "... on CleanupInProgressError { jobId } ... on EnvironmentHeldError { sessionIds } ... on EnvironmentBusyError { status }",
  startSession: "... on CleanupInProgressError { jobId }",
  transferEnvironment: "... on CleanupInProgressError { jobId } ... on EnvironmentBusyError { status }",
};

/** A typed error of a mutation's result. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(
    readonly mutation: string,
    readonly type: string,
    readonly code: string,
    message: string,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {
    super(`${mutation}: ${type} (${code}): ${message}`);
  }
}

/** The "errors" of an answer: a bug, or a request that is broken. */
export class Broken extends Error {
  override readonly name = "Broken";
  constructor(
    readonly status: number,
    readonly errors: readonly { message: string; extensions?: Record<string, unknown> }[],
  ) {
    super(`answered ${status}: ${JSON.stringify(errors)}`);
  }
}

/** A client of the API, over HTTP. */
export class Api {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /** @throws Broken; whatever fetch throws when the server goes meanwhile. */
  async request<T>(query: string, variables: Record<string, unknown> = {}): Promise<T> {
    const response = await fetch(`${this.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await response.text();
    let body: { data?: T; errors?: { message: string }[] };
    try {
      body = JSON.parse(text);
    } catch {
      throw new Broken(response.status, [{ message: text.slice(0, 1_000) }]);
    }
    if (body.errors !== undefined || body.data === undefined) throw new Broken(response.status, body.errors ?? []);
    return body.data;
  }

  /** The payload's fields. @throws Refused for every typed error. */
  async mutate<T>(name: string, input: Record<string, unknown>, selection: string): Promise<T> {
    const Name = name.charAt(0).toUpperCase() + name.slice(1);
    const data = await this.request<Record<string, { __typename: string } & Record<string, unknown>>>(
      `mutation ${Name}($input: ${Name}Input!) {
        ${name}(input: $input) {
          __typename
          ... on Error { message code }
          ... on InvalidInputError { field }
          ${REFUSALS[name] ?? ""}
          ... on ${Name}Payload { ${selection} }
        }
      }`,
      { input },
    );
    const result = data[name];
    if (result === undefined) throw new Error(`${name} answered nothing`);
    if (result.__typename !== `${Name}Payload`) {
      throw new Refused(name, result.__typename, String(result.code), String(result.message), result);
    }
    return result as T;
  }

  async createWorkspace(name: string): Promise<string> {
    return (await this.mutate<{ workspace: { id: string } }>("createWorkspace", { name }, "workspace { id }")).workspace.id;
  }

  async registerRepository(input: { workspaceId: string; path: string; name?: string; runHooks?: boolean }): Promise<string> {
    return (await this.mutate<{ repository: { id: string } }>("registerRepository", input, "repository { id }")).repository.id;
  }

  async createTask(input: {
    workspaceId: string;
    title: string;
    parentId?: string;
    externalId?: string;
    operationId?: string;
  }): Promise<string> {
    return (await this.mutate<{ task: { id: string } }>("createTask", input, "task { id }")).task.id;
  }

  async createEnvironment(input: { taskId: string; slots: readonly SlotInput[]; operationId?: string }): Promise<EnvironmentView> {
    return (await this.mutate<{ environment: EnvironmentView }>("createEnvironment", input, `environment { ${ENVIRONMENT} }`)).environment;
  }

  async retryEnvironment(environmentId: string): Promise<void> {
    await this.mutate("retryEnvironment", { environmentId }, "__typename");
  }

  async environment(id: string): Promise<EnvironmentView | null> {
    return (
      await this.request<{ node: EnvironmentView | null }>(`query($id: ID!) { node(id: $id) { ... on Environment { ${ENVIRONMENT} } } }`, {
        id,
      })
    ).node;
  }

  async archiveTask(input: { taskId: string; branchPolicy?: "DELETE" | "KEEP"; operationId?: string }): Promise<string[]> {
    return (await this.mutate<{ jobs: { id: string }[] }>("archiveTask", input, "jobs { id }")).jobs.map((job) => job.id);
  }

  async deleteTask(input: { taskId: string; branchPolicy?: "DELETE" | "KEEP"; operationId?: string }): Promise<string[]> {
    return (await this.mutate<{ jobs: { id: string }[] }>("deleteTask", input, "jobs { id }")).jobs.map((job) => job.id);
  }

  async unarchiveTask(input: { taskId: string; operationId?: string }): Promise<void> {
    await this.mutate("unarchiveTask", input, "__typename");
  }

  async transferEnvironment(input: { environmentId: string; toTaskId: string; operationId?: string }): Promise<string | null> {
    const { supersededJob } = await this.mutate<{ supersededJob: { id: string } | null }>(
      "transferEnvironment",
      input,
      "supersededJob { id }",
    );
    return supersededJob?.id ?? null;
  }

  async resetEnvironment(input: {
    environmentId: string;
    pushFirst?: boolean;
    materialise?: boolean;
    stopSessions?: boolean;
    branchPolicy?: "DELETE" | "KEEP";
    operationId?: string;
  }): Promise<string | null> {
    return (await this.mutate<{ job: { id: string } | null }>("resetEnvironment", input, "job { id }")).job?.id ?? null;
  }

  async job(id: string): Promise<JobView | null> {
    return (await this.request<{ cleanupJob: JobView | null }>(`query($id: ID!) { cleanupJob(id: $id) { ${JOB} } }`, { id })).cleanupJob;
  }

  async retryCleanupJob(jobId: string): Promise<void> {
    await this.mutate("retryCleanupJob", { jobId }, "__typename");
  }

  async cancelCleanupJob(jobId: string): Promise<void> {
    await this.mutate("cancelCleanupJob", { jobId }, "__typename");
  }

  async startSession(input: { taskId: string; environmentId?: string; title?: string }): Promise<string> {
    return (await this.mutate<{ session: { id: string } }>("startSession", input, "session { id }")).session.id;
  }

  async updateSession(input: { sessionId: string; state: string }): Promise<void> {
    await this.mutate("updateSession", input, "__typename");
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.mutate("deleteSession", { sessionId }, "__typename");
  }

  async restoreEntry(input: { entryId: string; taskId?: string; operationId?: string }): Promise<string> {
    return (await this.mutate<{ environment: { id: string } }>("restoreQuarantineEntry", input, "environment { id }")).environment.id;
  }
}

export interface SlotInput {
  repositoryId: string;
  slot?: string;
  baseRef?: string;
  branch?: string;
  existingBranch?: string;
  fetch?: boolean;
  copyFiles?: readonly string[];
}
