type SqlError = { code: string; detail?: string; routine?: string };

const isSqlError = (error: unknown): error is SqlError =>
  typeof (error as { code?: unknown })?.code === "string" &&
  typeof (error as { severity?: unknown }).severity === "string";

const isAborted = (error: unknown) => isSqlError(error) && error.code === "25P02";

/**
 * Whether a connection prepared a statement before a table got or lost a column of it: a later version of
 * the product migrated beside this one. On a connection of afterwards the same work succeeds.
 */
export const isOutdated = (error: unknown): boolean =>
  isSqlError(error) && error.code === "0A000" && error.routine === "RevalidateCachedQuery";

/** Whether another transaction, or a migration, was in the way, so that the same work may succeed when repeated. */
export const isRetryable = (error: unknown): boolean =>
  isSqlError(error) && (error.code === "40001" || error.code === "40P01" || isOutdated(error));

/** Whether the database itself refused by a rule of ours (`levee_refuse(detail)`). */
export const isRefusal = (error: unknown): error is SqlError =>
  isSqlError(error) && error.code === "LV409";

/**
 * Why a statement failed: where it failed because the transaction was aborted before it, the first
 * failure of what was `sent` and not waited for.
 */
export const causeOf = async (
  error: unknown,
  sent: readonly Promise<unknown>[],
): Promise<unknown> => {
  if (!isAborted(error)) return error;
  const failed = (await Promise.allSettled(sent)).find(
    (s) => s.status === "rejected" && !isAborted(s.reason),
  );
  return failed ? (failed as PromiseRejectedResult).reason : error;
};
