import { mkdir, readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";
import { DemoClient, payload } from "../demo/client.js";
import { DemoServer } from "../demo/server.js";
import { beginTask, type DemoTask } from "../demo/story.js";
import {
  CleanupJobDocument,
  CreateWorkspaceDocument,
  DeleteTaskDocument,
  RegisterRepositoryDocument,
} from "../schema/generated/graphql.js";

const JOB_LIMIT_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 25;

const open = new Set<Stage>();

/** Ends the servers of all stages, at once and unasked. */
export function endStages(): void {
  for (const stage of open) void stage.server.kill();
}

/** A running server with a workspace, in a directory of its own. */
export class Stage {
  readonly client: DemoClient;
  readonly #agent = new Agent({ keepAlive: true });
  #made = 0;
  workspaceId = "";

  private constructor(
    readonly directory: string,
    readonly server: DemoServer,
  ) {
    this.client = new DemoClient(server);
  }

  static async open(directory: string): Promise<Stage> {
    await mkdir(directory, { recursive: true });
    const stage = new Stage(directory, new DemoServer(join(directory, "data")));
    await mkdir(stage.server.dataDir, { mode: 0o700 });
    open.add(stage);
    await stage.server.start();
    const { createWorkspace } = await stage.client.call(CreateWorkspaceDocument, { input: { name: "Bench" } });
    stage.workspaceId = payload(createWorkspace, "CreateWorkspacePayload").workspaceId;
    return stage;
  }

  async register(path: string): Promise<string> {
    const { registerRepository } = await this.client.call(RegisterRepositoryDocument, { input: { workspaceId: this.workspaceId, path } });
    return payload(registerRepository, "RegisterRepositoryPayload").repositoryId;
  }

  /** A task with a worktree, ready. */
  task(repositoryId: string): Promise<DemoTask> {
    const name = `bench-${this.#made++}`;
    return beginTask(this.client, this.workspaceId, name, [{ repositoryId, baseRef: "main", branch: name }]);
  }

  /** A call over one kept connection, without the work of a client: what is left is the server's, and HTTP's. */
  caller<R, V>(document: TypedDocumentNode<R, V>): (variables: V) => Promise<R> {
    const query = print(document);
    const headers = { authorization: `Bearer ${this.server.token}`, "content-type": "application/json" };
    return async (variables) => {
      const body = JSON.stringify({ query, variables });
      const text = await this.#post(body, { ...headers, "content-length": Buffer.byteLength(body) });
      const answer = JSON.parse(text) as { data?: R; errors?: { message: string }[] };
      if (answer.errors !== undefined || answer.data == null) throw new Error(answer.errors?.map((e) => e.message).join("; ") ?? text);
      return answer.data;
    };
  }

  #post(body: string, headers: Record<string, string | number>): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port: this.server.port, path: "/graphql", method: "POST", agent: this.#agent, headers });
      sent.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  /** The first resource of a job, once that job has SUCCEEDED. */
  async succeeded(jobId: string): Promise<{ verdict: string | null; outcome: string | null; branchOutcome: string | null }> {
    const limit = Date.now() + JOB_LIMIT_MS;
    for (;;) {
      const { cleanupJob } = await this.client.call(CleanupJobDocument, { id: jobId });
      if (cleanupJob?.state === "SUCCEEDED") {
        const [resource] = cleanupJob.resources;
        return {
          verdict: resource?.verdict?.kind ?? null,
          outcome: resource?.outcome ?? null,
          branchOutcome: resource?.branchOutcome ?? null,
        };
      }
      if (Date.now() > limit || (cleanupJob?.state !== "PENDING" && cleanupJob?.state !== "RUNNING"))
        throw new Error(`the job ${jobId} is ${cleanupJob?.state}: ${cleanupJob?.lastError ?? cleanupJob?.waitingFor ?? ""}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async delete(task: DemoTask): Promise<string> {
    const { deleteTask } = await this.client.call(DeleteTaskDocument, { input: { taskId: task.taskId } });
    return payload(deleteTask, "DeleteTaskPayload").jobs[0]?.id ?? "";
  }

  /** Memory of the server that is resident, in bytes. Linux only; null elsewhere. */
  async resident(): Promise<number | null> {
    const { pid } = JSON.parse(await readFile(join(this.server.dataDir, "lock.json"), "utf8")) as { pid: number };
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? "")?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  }

  async close(): Promise<void> {
    this.client.close();
    this.#agent.destroy();
    await this.server.stop();
    open.delete(this);
  }
}
