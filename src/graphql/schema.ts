/** The schema: each noun's file adds its type, queries and mutations to the builder. */
import { builder } from "./builder.js";
import "./scalars.js";
import "./errors.js";
import "./workspace.js";
import "./workspacePolicy.js";
import "./workspaceEnd.js";
import "./repository.js";
import "./task.js";
import "./taskEnd.js";
import "./quickChat.js";
import "./environment.js";
import "./environmentMake.js";
import "./environmentOwner.js";
import "./environmentPin.js";
import "./environmentReset.js";
import "./session.js";
import "./cleanupJob.js";
import "./cleanupResource.js";
import "./cleanupControl.js";
import "./cleanupPreview.js";
import "./quarantine.js";
import "./rescue.js";
import "./health.js";
import "./subscriptions.js";
import "./node.js";

export const schema = builder.toSchema();
