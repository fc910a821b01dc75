import { type ExecutionResult, GraphQLError, type GraphQLSchema } from "graphql";
import { createYoga, handleStreamOrSingleExecutionResult, isAsyncIterable, type Plugin, type YogaServerInstance } from "graphql-yoga";
import type { Logger } from "pino";
import type { EdgeLimits } from "./limits.js";
import { maskError, maskResult } from "./masking.js";
import { type EdgeContext, newScope, type RequestScope } from "./scope.js";
import type { Streams } from "./streams.js";

export interface EngineOptions {
  readonly schema: GraphQLSchema;
  /** The context of one operation. What it throws is masked like a resolver's error. */
  readonly context: (scope: RequestScope) => object | Promise<object>;
  readonly plugins: readonly Plugin[];
  readonly limits: EdgeLimits;
  readonly streams: Streams;
  readonly log: Logger;
}

export type Engine = YogaServerInstance<EdgeContext, object>;

/** Yoga, for HTTP and SSE by itself, and for WebSocket by its enveloped functions: so limits, masking and context are the same on all. */
export function createEngine({ schema, context, plugins, limits, streams, log }: EngineOptions): Engine {
  return createYoga<EdgeContext, object>({
    schema,
    context: ({ edge }) => contextOf(context, edge),
    plugins: [...plugins, maskingAndStreams(streams)],
    // What reaches this one was thrown outside an operation: a bug of ours or Yoga's. It gets an id of its own.
    maskedErrors: { maskError: (error) => maskError(error, newScope(log, null)) },
    maxRequestBodySize: limits.bodyBytes,
    graphqlEndpoint: "/graphql",
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
  });
}

async function contextOf(context: EngineOptions["context"], edge: RequestScope): Promise<object> {
  try {
    return await context(edge);
  } catch (error) {
    throw maskError(error, edge);
  }
}

const FULL = new GraphQLError("Too many subscriptions are open on this server, or it is stopping. Try again in a moment.", {
  extensions: { code: "SERVER_BUSY" },
});

function maskingAndStreams(streams: Streams): Plugin<EdgeContext> {
  return {
    onExecute: ({ args }) => ({
      onExecuteDone: (payload) =>
        handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) => setResult(maskResult(result, scopeOf(args.contextValue)))),
    }),
    onSubscribe: ({ args, setResultAndStopExecution }) => {
      const scope = scopeOf(args.contextValue);
      if (!streams.hasRoom) return setResultAndStopExecution({ errors: [FULL] });
      return {
        onSubscribeResult({ result, setResult }) {
          if (!isAsyncIterable(result)) return setResult(maskResult(result as ExecutionResult, scope));
          const masked = mapResults(result as AsyncIterable<ExecutionResult>, (each) => maskResult(each, scope));
          setResult(streams.track(masked, (error) => ({ errors: [maskError(error, scope)] }), scope.gone));
          scope.log.debug({ streams: streams.size }, "a subscription began");
        },
        onSubscribeError: ({ error, setError }) => setError(maskError(error, scope)),
      };
    },
  };
}

/** Like an async generator with a loop, but `return` reaches the source at once, also while a `next` waits. */
function mapResults<T>(source: AsyncIterable<T>, map: (value: T) => T): AsyncIterable<T> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      return {
        next: async () => {
          const result = await iterator.next();
          return result.done === true ? result : { done: false, value: map(result.value) };
        },
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}

function scopeOf(contextValue: unknown): RequestScope {
  return (contextValue as EdgeContext).edge;
}
