export interface Example {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The tabs of GraphiQL when it is opened for the first time: the tour, to be run from left to right. */
export const EXAMPLES: readonly Example[] = [{ query: "{ __typename }", variables: {} }];
