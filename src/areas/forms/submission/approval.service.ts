import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requestApproval, type ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { fieldsOf } from "../form/form.labels.ts";
import { formSubmission } from "../forms.tables.ts";
import { weighed } from "./decided-by.service.ts";
import { formOf } from "./form-of.service.ts";
import { submissionNoun, type SubmissionRecord } from "./submission.noun.ts";
import { moveSubmission } from "./submission.service.ts";

/** Sends a submission to the approvers of its policy; whoever filled it in decides nothing of it. */
export const askApprovers = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<SubmissionRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = (await transition(tx, actor, submissionNoun, {
    id,
    action: "ask",
    version,
    effect: async (record) => {
      const submission = record as unknown as SubmissionRecord;
      const form = await formOf(tx, submission);
      approvalId = await requestApproval(tx, actor, {
        type: "formSubmission",
        id,
        number: submission.number,
        title: `${form.name}, ${submission.fillerName}`.slice(0, 200),
        requesterId: submission.filledBy,
        departmentId: null,
        facts: await weighed(tx, submission),
      });
    },
  })) as SubmissionRecord;
  return { ...row, approvalId };
};

const ended =
  (action: "approve" | "return" | "reject") =>
  async (tx: Tx, actor: Actor, id: string, comment?: string): Promise<void> =>
    void (await moveSubmission(tx, asSystem(actor), action, {
      id,
      reason: comment ?? null,
      version: null,
    }));

const shown = (value: unknown, kind: string): string => {
  if (kind === "money" && typeof value === "number") return formatCents(value);
  if (Array.isArray(value)) return `${value.length}`;
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
};

/** What an approver sees of a submission: who filled it in, and each answer. */
const summary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const row = (await getRow(db, formSubmission, id, "submission")) as SubmissionRecord;
  const form = await formOf(db, row);
  return {
    facts: [
      { label: "Form", value: `${form.name}, version ${form.versionNo}` },
      { label: "Filled in by", value: row.fillerName },
      ...fieldsOf(form)
        .filter(({ key }) => row.answers[key] !== undefined && row.answers[key] !== null)
        .map(({ key, label, kind }) => ({ label, value: shown(row.answers[key], kind) })),
    ],
    lines: [],
    budget: [],
    checks: [],
  };
};

/** What the end of an approval does to a submission, and what approvers see of it. */
export const submissionApproval = {
  type: "formSubmission",
  href: (id: string) => `/forms/${id}`,
  approved: ended("approve"),
  returned: ended("return"),
  rejected: ended("reject"),
  summary,
} as const;
