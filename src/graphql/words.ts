/** Sentences that are the same wherever they stand in the schema. */
export const OPERATION_ID =
  "Names this operation, 1 to 200 printable characters of your choice. Said again within 7 days with the same input, it answers the same and is done once; with another input it is an OperationConflictError. Use one when you may have to repeat after a broken connection.";

/** Of a payload's object. */
export const GONE_SINCE = "Null only where the operation is said again and it is gone since.";

export const BRANCH_POLICY = "What happens to the branches that were made for its worktrees.";
