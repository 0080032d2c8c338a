import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day, Instant } from "#kernel/time.ts";
import {
  departmentById,
  membersNamed,
  notify,
  peopleWhoMay,
} from "#areas/organization/organization.server.ts";
import {
  keepDeadlines,
  requestApproval,
  withdrawApproval,
} from "#areas/workflow/workflow.server.ts";
import { duties, type Duty } from "#roles.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { settleAsked } from "../acknowledgement/asked.service.ts";
import { agencyPolicy } from "../policies.tables.ts";
import { policyDeadlines } from "./policy-deadlines.service.ts";
import type { PolicyInput, PolicyReview } from "./policy.model.ts";
import { policyNoun, type PolicyRecord } from "./policy.noun.ts";

const now = (tx: Tx): Instant => businessNow(tx.scope).toISOString() as Instant;

/** The name of a member who may own a policy or a certificate. 422 `no_owner` for anybody else. */
export const ownerNamed = async (tx: Tx, ownerId: string): Promise<string> => {
  const [[owner], may] = await Promise.all([
    membersNamed(tx, { ids: [ownerId] }),
    peopleWhoMay(tx, "agencyPolicy.edit"),
  ]);
  if (!owner?.active || !may.includes(ownerId))
    throw invalidField(
      "ownerId",
      "Choose a compliance officer, a manager or an administrator of the agency.",
      "no_owner",
    );
  return owner.name;
};

type Group = Pick<PolicyInput, "ackOf" | "ackDepartmentId" | "ackDuty" | "ackBy">;

// What does not belong to the chosen group is left out, so that it says one thing.
const groupOf = async (tx: Tx, input: PolicyInput): Promise<Group> => {
  const { ackOf } = input;
  if (ackOf === "nobody") return { ackOf, ackDepartmentId: null, ackDuty: null, ackBy: null };
  if (!input.ackBy) throw invalidField("ackBy", "Enter until when they confirm it.", "no_day");
  if (ackOf === "department") {
    if (!input.ackDepartmentId)
      throw invalidField("ackDepartmentId", "Choose the department.", "no_department");
    await departmentById(tx, input.ackDepartmentId);
  }
  if (ackOf === "duty" && !duties.includes(input.ackDuty as Duty))
    throw invalidField("ackDuty", "Choose the duty.", "no_duty");
  return {
    ackOf,
    ackDepartmentId: ackOf === "department" ? input.ackDepartmentId : null,
    ackDuty: ackOf === "duty" ? input.ackDuty : null,
    ackBy: input.ackBy,
  };
};

const requireToCome = (tx: Tx, reviewOn: Day): void => {
  if (reviewOn <= businessDate(tx.scope))
    throw invalidField("reviewOn", "Choose a day to come.", "review_over");
};

type Before = Pick<PolicyRecord, "fileId" | "reviewOn">;

// What stands there from before is not asked again: a draft lies, and its sending asks for the day.
const columnsOf = async (tx: Tx, actor: Actor, input: PolicyInput, before: Before | null) => {
  if (input.reviewOn !== before?.reviewOn) requireToCome(tx, input.reviewOn);
  if (input.fileId && input.fileId !== before?.fileId)
    await requireSeenFile(tx, actor, input.fileId, "file");
  const { title, kind, summary, body, changes, ownerId, reviewOn, fileId } = input;
  return {
    ...{ title, kind, summary, body, changes, ownerId, reviewOn, fileId },
    owner: await ownerNamed(tx, ownerId),
    ...(await groupOf(tx, input)),
  };
};

/** Drafts a policy, its first version. 422 at the field. */
export const draftPolicy = async (
  tx: Tx,
  actor: Actor,
  input: PolicyInput,
): Promise<PolicyRecord> => {
  const columns = await columnsOf(tx, actor, input, null);
  const ids = { orgId: tx.scope.orgId!, id: newId(), policyId: newId() };
  return create(tx, actor, policyNoun, {
    number: { kind: "POL" },
    row: { ...columns, ...ids, versionNo: 1, status: "draft", authorId: actor.personId! },
  });
};

/**
 * Drafts the next version of a policy beside the one that holds, beginning with its text. 404; 409
 * `not_in_force` for a version that does not hold, `version_underway` where one is drafted already.
 */
export const draftNextVersion = async (tx: Tx, actor: Actor, id: string): Promise<PolicyRecord> => {
  const held = await getRow(tx, agencyPolicy, id, "policy");
  if (held.status !== "published")
    throw conflict("not_in_force", "The next version is drafted beside the one that holds.");
  const versions = await tx.rows<{ versionNo: number; status: string }>(sql`
    select version_no, status
    from agency_policy
    where org_id = ${tx.scope.orgId} and policy_id = ${held.policyId}
    order by version_no desc
    for update
  `);
  const open = versions.find(({ status }) => ["draft", "in_review", "approved"].includes(status));
  if (open)
    throw conflict("version_underway", `Version ${open.versionNo} is being written already.`);
  const { title, kind, summary, body, ownerId, owner, reviewOn, fileId, policyId } = held;
  const { ackOf, ackDepartmentId, ackDuty, ackBy } = held;
  return create(tx, actor, policyNoun, {
    number: { within: held.number },
    row: {
      ...{ title, kind, summary, body, ownerId, owner, reviewOn, fileId, policyId },
      ...{ ackOf, ackDepartmentId, ackDuty, ackBy },
      orgId: tx.scope.orgId!,
      id: newId(),
      changes: "",
      versionNo: versions[0]!.versionNo + 1,
      status: "draft",
      authorId: actor.personId!,
    },
  });
};

/** Changes a draft. 404; 409 once it was sent for approval; 412; 422 at the field. */
export const changePolicy = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PolicyInput,
  version: number | null,
): Promise<PolicyRecord> =>
  change(tx, actor, policyNoun, {
    id,
    version,
    action: "change",
    unless: ({ status }) =>
      status === "draft"
        ? null
        : "Only a draft is changed: take it back, or draft the next version.",
    effect: async (row) => ({ patch: await columnsOf(tx, actor, input, row) }),
  });

const lacking = (tx: Tx, row: PolicyRecord): void => {
  const today = businessDate(tx.scope);
  if (!row.body && !row.fileId)
    throw invalidField("body", "Write the text of the policy, or attach it as a PDF.", "no_text");
  if (row.versionNo > 1 && !row.changes)
    throw invalidField("changes", "Say what this version changes.", "no_changes");
  if (row.ackBy && row.ackBy < today)
    throw invalidField(
      "ackBy",
      `The day until which it is confirmed is over: ${formatDate(row.ackBy)}.`,
      "day_over",
    );
  requireToCome(tx, row.reviewOn);
};

/**
 * Sends a draft for approval: the agency's approval policy says who decides, never its author or owner.
 * 404, 412; 409 `no_policy`; 422 `no_text`, `no_changes`, `day_over`, `review_over`.
 */
export const submitPolicy = (tx: Tx, actor: Actor, at: StepAt): Promise<PolicyRecord> =>
  transition(tx, actor, policyNoun, {
    ...at,
    action: "submit",
    effect: async (row) => {
      lacking(tx, row);
      await requestApproval(tx, actor, {
        type: "agencyPolicy",
        id: row.id,
        number: policyNoun.number(row),
        title: row.title,
        requesterId: actor.personId,
        departmentId: null,
        facts: {
          amount: 0,
          fundIds: [],
          // The department that it is for, where it asks one.
          departmentIds: row.ackDepartmentId ? [row.ackDepartmentId] : [],
          commodities: [],
          emergency: false,
          parties: [...new Set([actor.personId!, row.authorId, row.ownerId])],
        },
      });
      return {};
    },
  });

/** Takes a version back from its approval. 404, 409, 412. */
export const withdrawPolicy = (tx: Tx, actor: Actor, at: StepAt): Promise<PolicyRecord> =>
  transition(tx, actor, policyNoun, {
    ...at,
    action: "withdraw",
    effect: async () => withdrawApproval(tx, actor, at.id),
  });

/** Gives an approved version back to be written on: it is approved anew. 404, 409, 412. */
export const revisePolicy = (tx: Tx, actor: Actor, at: StepAt): Promise<PolicyRecord> =>
  transition(tx, actor, policyNoun, {
    ...at,
    action: "revise",
    effect: async () => ({ patch: { approvedBy: null, approvedAt: null } }),
  });

// The version that held until now ends with the same step, so that one holds at every moment.
const supersede = async (tx: Tx, actor: Actor, by: PolicyRecord): Promise<void> => {
  const held = await tx.maybe<{ id: string }>(sql`
    select id
    from agency_policy
    where org_id = ${tx.scope.orgId} and policy_id = ${by.policyId} and status = 'published'
  `);
  if (!held) return;
  const row = await transition(tx, asSystem(actor), policyNoun, {
    id: held.id,
    action: "supersede",
    effect: async () => ({
      patch: { retiredAt: now(tx) },
      note: `Version ${by.versionNo} takes its place.`,
    }),
  });
  await endOf(tx, actor, row);
};

// What does not hold is neither confirmed nor reviewed any more.
const endOf = async (tx: Tx, actor: Actor, row: PolicyRecord): Promise<void> => {
  await settleAsked(tx, row);
  await keepDeadlines(tx, actor, "agencyPolicy", policyDeadlines(row));
};

/** Publishes an approved version: it holds, the one before it ends, whoever is to confirm it is asked. */
export const publishPolicy = async (tx: Tx, actor: Actor, at: StepAt): Promise<PolicyRecord> => {
  const row = await transition(tx, actor, policyNoun, {
    ...at,
    action: "publish",
    effect: async (policy) => {
      if (policy.ackBy && policy.ackBy < businessDate(tx.scope))
        throw conflict("day_over", "The day until which it is confirmed is over: set a later one.");
      await supersede(tx, actor, policy);
      return { patch: { publishedAt: now(tx) } };
    },
  });
  await settleAsked(tx, row);
  await keepDeadlines(tx, actor, "agencyPolicy", policyDeadlines(row));
  return row;
};

/** Notes that a policy was looked at and stands, with its next review and its owner. 422 at the field. */
export const reviewPolicy = async (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { reviewOn, ownerId }: PolicyReview,
): Promise<PolicyRecord> => {
  const row = await transition(tx, actor, policyNoun, {
    id: at.id,
    version: at.version ?? null,
    action: "review",
    effect: async () => {
      requireToCome(tx, reviewOn);
      return { patch: { reviewOn, ownerId, owner: await ownerNamed(tx, ownerId) } };
    },
  });
  await keepDeadlines(tx, actor, "agencyPolicy", policyDeadlines(row));
  return row;
};

/** Discards a version that was never published. 404, 409, 412. */
export const discardPolicy = (tx: Tx, actor: Actor, at: TakenStep): Promise<PolicyRecord> =>
  transition(tx, actor, policyNoun, {
    ...at,
    action: "discard",
    effect: async () => ({ patch: { retiredAt: now(tx) } }),
  });

/** Ends a policy with its reason: no version of it holds any more. 404, 409, 412. */
export const retirePolicy = async (tx: Tx, actor: Actor, at: TakenStep): Promise<PolicyRecord> => {
  const row = await transition(tx, actor, policyNoun, {
    ...at,
    action: "retire",
    effect: async () => ({ patch: { retiredAt: now(tx) } }),
  });
  await endOf(tx, actor, row);
  return row;
};

/** What the end of its approval does to a version. */
export const decidePolicy = {
  approve: async (tx: Tx, actor: Actor, id: string): Promise<void> => {
    const row = await transition(tx, asSystem(actor), policyNoun, {
      id,
      action: "approve",
      effect: async () => ({ patch: { approvedBy: actor.personId, approvedAt: now(tx) } }),
    });
    tell(tx, row, "is approved", "Publish it, and it holds.");
  },
  return: async (tx: Tx, actor: Actor, id: string, comment: string): Promise<void> => {
    const row = await transition(tx, asSystem(actor), policyNoun, {
      id,
      action: "return",
      effect: async () => ({ note: comment }),
    });
    tell(tx, row, "came back", comment);
  },
};

const tell = (tx: Tx, row: PolicyRecord, title: string, body: string) =>
  notify(tx, [row.authorId, row.ownerId], {
    kind: "agencyPolicy",
    title: `${row.title} ${title}`,
    body,
    link: `${policyNoun.page}/${row.id}`,
  });
