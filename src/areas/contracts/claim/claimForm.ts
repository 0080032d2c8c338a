/** A point of a claim as its form holds it, in cents and days. */
export type IssueForm = { title: string; claimed: number | null; claimedDays: string | number };

export const blankIssue = (): IssueForm => ({ title: "", claimed: null, claimedDays: "" });

export const issuesToInput = (issues: readonly IssueForm[]) =>
  issues.map(({ title, claimed, claimedDays }) => ({
    title,
    claimed: claimed ?? 0,
    claimedDays: Number(claimedDays) || 0,
  }));
