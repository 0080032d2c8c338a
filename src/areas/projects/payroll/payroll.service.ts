import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { projectOrders } from "../pay/orders.service.ts";
import { projectNoun, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { PayrollChange, PayrollInput, WagesInput } from "./payroll.model.ts";
import { findingsIn, payrollNoun, wagesOf, type PayrollStored } from "./payroll.noun.ts";

// Behind the project's lock, so that no week is told twice at once.
const holdProject = async (tx: Tx, id: string): Promise<ProjectStored> => {
  const row = await lockRow(tx, project, id, "project");
  if (["proposed", "submitted", "closed", "cancelled"].includes(row.status))
    throw conflict(
      "project_not_building",
      `${row.number} is not being built now: payrolls are sent from its begin until it is closed.`,
    );
  return row;
};

type Of = Pick<PayrollChange, "purchaseOrderId" | "employer" | "weekEnding" | "payrollNo">;

const refuse = async (tx: Tx, p: ProjectStored, of: Of, but: string | null): Promise<void> => {
  if (!(await projectOrders(tx, p)).some(({ id }) => id === of.purchaseOrderId))
    throw invalidField("purchaseOrderId", "Choose an order of this project.", "order_unknown");
  if (of.weekEnding > businessDate(tx.scope))
    throw invalidField("weekEnding", "This week is not over yet.", "week_ahead");
  const other = await tx.maybe<{ number: string; weekEnding: string }>(sql`
    select number, week_ending
    from certified_payroll
    where org_id = ${tx.scope.orgId}
      and project_id = ${p.id}
      and lower(employer) = lower(${of.employer})
      and (week_ending = ${of.weekEnding}::date or payroll_no = ${of.payrollNo})
      and status <> 'discarded'
      and id is distinct from ${but}::uuid
    limit 1
  `);
  if (!other) return;
  if (other.weekEnding === of.weekEnding)
    throw invalidField(
      "weekEnding",
      `${other.number} tells of this week already: correct it there.`,
      "week_there",
    );
  throw invalidField(
    "payrollNo",
    `${other.number} bears this number already: payrolls of an employer are numbered in order.`,
    "payroll_number_there",
  );
};

/**
 * Enters a payroll of a week, as a draft. 404, 409 `project_not_building`; 422 `order_unknown`,
 * `week_ahead`, `week_there`, `payroll_number_there`.
 */
export const enterPayroll = async (
  tx: Tx,
  actor: Actor,
  input: PayrollInput,
): Promise<PayrollStored> => {
  await refuse(tx, await holdProject(tx, input.projectId), input, null);
  return create(tx, actor, payrollNoun, {
    number: { kind: "CPR" },
    row: {
      ...input,
      orgId: tx.scope.orgId!,
      id: newId(),
      createdBy: actor.personId,
    },
  });
};

/** Changes a payroll that is not sent, or was returned. 404, 409, 412; 422 as at its entry. */
export const changePayroll = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PayrollChange,
  version: number | null,
): Promise<PayrollStored> =>
  change(tx, actor, payrollNoun, {
    id,
    version,
    effect: async (before) => {
      await refuse(tx, await holdProject(tx, before.projectId), input, id);
      return { patch: input };
    },
  });

/**
 * Sends a payroll with its statement of compliance. 404, 409, 412; 422 `not_signed` without the signer,
 * `payroll_faults` where pay does not come to what is due and nothing explains it, by row.
 */
export const submitPayroll = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<PayrollStored> =>
  transition(tx, actor, payrollNoun, {
    id,
    action: "submit",
    version,
    effect: async (row) => {
      if (row.signedBy === "" || row.signedTitle === "")
        throw invalidField(
          "signedBy",
          "Name who signs the statement of compliance, with the title.",
          "not_signed",
        );
      const faults = findingsIn(row, await wagesOf(tx, row.projectId)).map(
        ({ at, says }): FieldError => ({ path: `workers.${at}`, message: says }),
      );
      if (faults.length > 0 && row.exceptions === "")
        throw invalid(
          "payroll_faults",
          `${faults[0]!.message}. Correct it, or say under Exceptions what is still owed and why.`,
          faults,
        );
      const now = (await databaseNow(tx)).toISOString();
      return { patch: { submittedAt: now, signedAt: row.signedAt ?? now, statusReason: "" } };
    },
  });

/**
 * Accepts a payroll; classifications that the determination does not have need the reason. 404, 409
 * where pay is too low or sums do not come out, or for who entered it; 412; 422 `reason_missing`.
 */
export const acceptPayroll = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PayrollStored> =>
  transition(tx, actor, payrollNoun, {
    id,
    action: "accept",
    version,
    reason,
    effect: async (row) => {
      const unknown = findingsIn(row, await wagesOf(tx, row.projectId));
      const why = reason?.trim() ?? "";
      if (unknown.length > 0 && why.length < 3)
        throw invalidField(
          "reason",
          `${unknown[0]!.says}. Say which conformance of the Department of Labor sets its rate.`,
          "reason_missing",
        );
      return { patch: { acceptedBy: actor.personId, acceptedReason: why } };
    },
  });

const givenBack = (action: "return" | "reopen") => (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, payrollNoun, {
    ...at,
    action,
    effect: async (row) => {
      if (row.createdBy)
        notify(tx, [row.createdBy], {
          kind: "certifiedPayroll.returned",
          title: `${row.number} was returned`,
          body: at.reason?.trim() ?? "",
          link: `/projects/payrolls/${row.id}`,
        });
      return {
        patch: {
          statusReason: at.reason?.trim() ?? "",
          acceptedBy: null,
          acceptedReason: "",
          signedAt: null,
        },
      };
    },
  });
/** Returns a payroll that was sent, with the reason. 404, 409, 412, 422. */
export const returnPayroll = givenBack("return");
/** Returns a payroll that was accepted, with the reason. 404, 409, 412, 422. */
export const reopenPayroll = givenBack("reopen");

/** Discards a draft with the reason. 404, 409, 412, 422. */
export const discardPayroll = (tx: Tx, actor: Actor, at: TakenStep): Promise<PayrollStored> =>
  transition(tx, actor, payrollNoun, {
    ...at,
    action: "discard",
    effect: () => Promise.resolve({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });

// The determination binds also once the project is under way, so the project's own rule of edits is not asked.
const ofProject = { name: projectNoun.name, table: project, called: "project" };

/** Enters the wage determination that binds a project's contracts, or its correction. 404, 409, 412. */
export const setWages = (
  tx: Tx,
  actor: Actor,
  id: string,
  wages: WagesInput,
  version: number | null,
): Promise<ProjectStored> =>
  change(tx, actor, ofProject, {
    id,
    version,
    action: "wages",
    unless: ({ status, number }) =>
      ["closed", "cancelled"].includes(status) ? `${number} is over: its wages stay.` : null,
    patch: { wages },
  });
