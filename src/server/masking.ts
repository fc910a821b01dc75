import { type ExecutionResult, GraphQLError } from "graphql";
import { withCode } from "../graphql/expected.js";
import type { RequestScope } from "./scope.js";

/**
 * The one place where an error becomes what a client sees. GraphQL's own are shown as they are; so are our expected ones, where a resolver had no
 * result union to put them in; anything else is a bug: logged, once, and answered with the id under which it was logged.
 */
export function maskError(error: unknown, scope: RequestScope): GraphQLError {
  const cause = withCode(originOf(error));
  if (cause instanceof GraphQLError) return error instanceof GraphQLError ? placed(cause, error) : cause;
  const at = error instanceof GraphQLError ? error : null;
  scope.log.error({ err: cause, path: at?.path }, "unexpected error");
  const masked = new GraphQLError(`Something went wrong inside the server. Its log has more under the request id ${scope.requestId}.`, {
    extensions: { code: "INTERNAL_SERVER_ERROR", requestId: scope.requestId },
  });
  return at === null ? masked : placed(masked, at);
}

/** The error at the place in the document and the answer where another one is. */
function placed(error: GraphQLError, at: GraphQLError): GraphQLError {
  if (error === at) return error;
  return new GraphQLError(error.message, {
    nodes: at.nodes ?? error.nodes ?? null,
    source: at.source ?? error.source ?? null,
    positions: at.positions ?? error.positions ?? null,
    path: at.path ?? error.path ?? null,
    extensions: error.extensions,
  });
}

export function maskResult<T extends ExecutionResult>(result: T, scope: RequestScope): T {
  return result.errors === undefined ? result : { ...result, errors: result.errors.map((error) => maskError(error, scope)) };
}

/** GraphQL wraps what a resolver throws, once or more. */
function originOf(error: unknown): unknown {
  let origin = error;
  for (let depth = 0; depth < 10 && origin instanceof GraphQLError && origin.originalError != null; depth++) origin = origin.originalError;
  return origin;
}
