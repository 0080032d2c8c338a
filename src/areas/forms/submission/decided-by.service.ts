import type { Db } from "#server/db/db.ts";
import {
  newestApproval,
  policyFor,
  publishedPolicies,
  type DocumentFacts,
} from "#areas/workflow/workflow.server.ts";
import { fieldsOf } from "../form/form.labels.ts";
import type { formSubmission } from "../forms.tables.ts";
import { formOf } from "./form-of.service.ts";
import type { DecidedBy } from "./submission.labels.ts";

type SubmissionRecord = typeof formSubmission.$inferSelect;

/** What policies weigh of a submission: the largest amount of money among its answers, in cents. */
export const weighed = async (db: Db, row: SubmissionRecord): Promise<DocumentFacts> => {
  const form = await formOf(db, row);
  const amounts = fieldsOf(form)
    .filter((field) => field.kind === "money")
    .map((field) => row.answers[field.key])
    .filter((value) => typeof value === "number");
  return {
    amount: Math.max(0, ...amounts),
    fundIds: [],
    departmentIds: [],
    commodities: [],
    emergency: false,
    parties: [],
  };
};

/** Who decides a submission now: a reviewer, the approvers of a policy, or they were asked already. */
export const decidedBy = async (db: Db, row: SubmissionRecord): Promise<DecidedBy> => {
  if (row.status !== "in_review") return "reviewer";
  const asked = await newestApproval(db, row.id);
  if (asked?.status === "pending") return "asked";
  const policies = await publishedPolicies(db, "formSubmission");
  if (policies.length === 0) return "reviewer";
  return policyFor(policies, await weighed(db, row)) ? "policy" : "reviewer";
};
