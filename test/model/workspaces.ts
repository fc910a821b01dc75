import { type Play, say } from "./play.js";

/** Where the next steps happen, with both repositories. */
export async function openWorkspace(play: Play): Promise<void> {
  const { stage, model } = play;
  // What people do is not done by a git that fails.
  const fault = stage.gitFault;
  stage.setGitFault(null);
  const name = `${model.name} ${model.workspaces.length + 1}`;
  const done = await say<{ workspace: { id: string } }>(play, "createWorkspace", { name }, "workspace { id }", { refusals: [] });
  if (done === null) throw new Error("a workspace was not made");
  const { id } = done.workspace;
  model.workspaces.push({ id, name, deleted: false, sessionTimeoutMs: null });
  for (const place of stage.places) {
    const input = { workspaceId: id, path: place.repo.path };
    const registered = await say<{ repository: { id: string } }>(play, "registerRepository", input, "repository { id }", { refusals: [] });
    if (registered === null) throw new Error("a repository was not registered");
    place.id = registered.repository.id;
    place.ids.add(place.id);
  }
  stage.setGitFault(fault);
}

export async function setSessionTimeout(play: Play, ms: number | null): Promise<void> {
  const { workspace } = play.model;
  const input = { workspaceId: workspace.id, sessionTimeoutMs: ms };
  if ((await say(play, "updateWorkspacePolicy", input, "__typename", { refusals: [] })) !== null) workspace.sessionTimeoutMs = ms;
}
