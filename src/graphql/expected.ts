import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from "@pothos/core";
import { GraphQLError, type GraphQLFieldResolver } from "graphql";
import { type ErrorCode, TreekeeperError } from "../errors.js";

/** The name under which the plugin is registered with Pothos. */
export const EXPECTED_ERRORS = "treekeeperExpectedErrors" as const;

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      treekeeperExpectedErrors: ExpectedErrorsPlugin<Types>;
    }
  }
}

/**
 * An expected error that no union declares (a query's bad argument, a subscription to something that is not there) is answered as it is, with
 * its code under `extensions.code`. Anything else is left alone: the edge logs and masks it.
 */
export function withCode(error: unknown): unknown {
  if (!(error instanceof TreekeeperError)) return error;
  // No originalError: whoever masks takes an error for unexpected when it has one.
  return new GraphQLError(error.message, { extensions: { code: error.code satisfies ErrorCode, ...facts(error) } });
}

/** The error's own fields, as its GraphQL type would give them. */
function facts(error: TreekeeperError): Record<string, unknown> {
  const {
    name: _name,
    code: _code,
    message: _message,
    stack: _stack,
    cause: _cause,
    ...own
  } = error as TreekeeperError & Record<string, unknown>;
  return own;
}

class ExpectedErrorsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(resolve: GraphQLFieldResolver<unknown, Types["Context"], object>, config: PothosOutputFieldConfig<Types>) {
    // A field without a resolver of its own reads a property: nothing to catch.
    return config.resolve ? catching(resolve) : resolve;
  }

  override wrapSubscribe(subscribe: GraphQLFieldResolver<unknown, Types["Context"], object> | undefined) {
    return subscribe && catching(subscribe);
  }
}

function catching<Ctx>(call: GraphQLFieldResolver<unknown, Ctx, object>): GraphQLFieldResolver<unknown, Ctx, object> {
  return (...args) => {
    try {
      const result: unknown = call(...args);
      return result instanceof Promise
        ? result.catch((error: unknown) => {
            throw withCode(error);
          })
        : result;
    } catch (error) {
      throw withCode(error);
    }
  };
}

SchemaBuilder.registerPlugin(EXPECTED_ERRORS, ExpectedErrorsPlugin);
