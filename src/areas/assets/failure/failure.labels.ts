/** What an agency's codes say of a job: what was wrong, why, and what was done. */
export const failureKinds = {
  problem: "What was wrong",
  cause: "Why",
  remedy: "What was done",
} as const;
export type FailureKind = keyof typeof failureKinds;
