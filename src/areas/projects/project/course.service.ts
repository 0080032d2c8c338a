import { endTransfers } from "../code/transfer.service.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { projectLedgers } from "#areas/budget/budget.server.ts";
import { departmentById, membersNamed, notify } from "#areas/organization/organization.server.ts";
import {
  requestApproval,
  voidSignatures,
  withdrawApproval,
  type ApprovalSummary,
} from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import type { HangingRecords } from "#server/origin/ends.ts";
import { chargedTo } from "../money/money.service.ts";
import { project } from "../projects.tables.ts";
import { mattersOf, stillOpen } from "./matters.service.ts";
import { projectNoun, type ProjectStored } from "./project.noun.ts";

/**
 * Sends a project for approval with its budget: whoever proposed it, sends it or runs it does not
 * decide. 404, 409 without a budget line, `no_policy`, 412.
 */
export const submitProject = (tx: Tx, actor: Actor, at: StepAt): Promise<ProjectStored> =>
  transition(tx, actor, projectNoun, {
    ...at,
    action: "submit",
    effect: async (row) =>
      void (await requestApproval(tx, actor, {
        type: "project",
        id: row.id,
        number: row.number,
        title: row.name,
        requesterId: actor.personId,
        departmentId: row.departmentId,
        facts: {
          amount: row.budget,
          fundIds: [],
          departmentIds: [row.departmentId],
          commodities: [],
          emergency: false,
          parties: [row.proposedBy, row.engineerId, actor.personId].filter((id) => id !== null),
        },
      })),
  });

/** Takes a project back from approval. 404, 409, 412. */
export const withdrawProject = (tx: Tx, actor: Actor, at: StepAt): Promise<ProjectStored> =>
  transition(tx, actor, projectNoun, {
    ...at,
    action: "withdraw",
    effect: async ({ id }) => withdrawApproval(tx, actor, id),
  });

/** Begins an approved project. 404, 409 without engineer or day, 412. */
export const startProject = (tx: Tx, actor: Actor, at: StepAt): Promise<ProjectStored> =>
  transition(tx, actor, projectNoun, {
    ...at,
    action: "start",
    effect: () => Promise.resolve({ patch: { beganOn: businessDate(tx.scope) } }),
  });

const reasoned =
  (action: "hold" | "resume") =>
  (tx: Tx, actor: Actor, at: TakenStep): Promise<ProjectStored> =>
    transition(tx, actor, projectNoun, {
      ...at,
      action,
      effect: async ({ id }) => {
        await voidSignatures(tx, actor, { type: "project", id }, "The project is on hold.");
        return { patch: { statusReason: at.reason?.trim() ?? "" } };
      },
    });

/** Puts a project on hold with the reason; an open request for signatures is void. 404, 409, 412. */
export const holdProject = reasoned("hold");
/** Takes a project up again. 404, 409, 412. */
export const resumeProject = reasoned("resume");

/** Closes a project of which nothing is open. 404, 409 `still_open` with what is, 412. */
export const closeProject = (tx: Tx, actor: Actor, at: StepAt): Promise<ProjectStored> =>
  transition(tx, actor, projectNoun, {
    ...at,
    action: "close",
    effect: async (row) => {
      const why = stillOpen(await mattersOf(tx, row));
      if (why) throw conflict("still_open", why);
      return { patch: { closedOn: businessDate(tx.scope) } };
    },
  });

const tellTeam = (tx: Tx, actor: Actor, row: ProjectStored, what: string): void => {
  const team = [
    row.engineerId,
    row.proposedBy,
    ...row.inspectors.map(({ personId }) => personId),
  ].filter((id) => id !== null);
  const others = team.filter((id) => id !== actor.personId);
  if (others.length)
    notify(tx, others, {
      kind: "project",
      title: `${row.number} ${what}`.slice(0, 200),
      body: row.name,
      link: `/projects/${row.id}`,
    });
};

/**
 * Cancels a project with the reason: requests and orders that charge it end with it, or go on as
 * whoever cancels says; its people are told. 404, 409, 412, 422.
 */
export const cancelProject = (tx: Tx, actor: Actor, at: TakenStep): Promise<ProjectStored> =>
  transition(tx, actor, projectNoun, {
    ...at,
    action: "cancel",
    effect: async (row) => {
      if (row.status === "submitted") await withdrawApproval(tx, actor, row.id);
      await voidSignatures(tx, actor, { type: "project", id: row.id }, "The project is cancelled.");
      await endTransfers(tx, actor, row.id);
      tellTeam(tx, actor, row, `is cancelled: ${at.reason ?? ""}`);
      return { patch: { statusReason: at.reason?.trim() ?? "" } };
    },
  });

const decided =
  (action: "approve" | "return" | "reject", says: string) =>
  async (tx: Tx, actor: Actor, id: string, comment = ""): Promise<void> => {
    await transition(tx, asSystem(actor), projectNoun, {
      id,
      action,
      reason: comment || null,
      effect: async (row) => {
        tellTeam(tx, actor, row, says);
        return { patch: { statusReason: comment } };
      },
    });
  };

/** What the end of an approval does to a project. */
export const projectApproval = {
  approved: decided("approve", "is approved"),
  returned: decided("return", "came back from approval"),
  rejected: decided("reject", "was rejected"),
};

/** What an approver sees of a project: what it is, its budget, who runs it. */
export const projectSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const row = await getRow(db, project, id, "project");
  const [[ledger], department, people] = await Promise.all([
    projectLedgers(db, [row.segmentId]),
    departmentById(db, row.departmentId),
    membersNamed(db, { ids: [row.engineerId, row.proposedBy].filter((who) => who !== null) }),
  ]);
  const named = (who: string | null) => people.find((each) => each.id === who)?.name ?? "";
  const facts: [string, string][] = [
    ["Project", row.name],
    ["Department", department.name],
    ["Budget", `${formatCents(ledger?.budget ?? 0)} on ${row.segmentCode}`],
    ["Forecast", row.forecastCents === null ? "" : formatCents(row.forecastCents)],
    ["Engineer", named(row.engineerId)],
    ["Proposed by", named(row.proposedBy)],
    ["Place", row.place],
    ["Why", row.description],
  ];
  return {
    facts: facts.filter(([, value]) => value).map(([label, value]) => ({ label, value })),
    lines: [],
    budget: [],
    checks: [],
  };
};

/** Requests and orders that charge a project end with it: orders first, they came of requests. */
export const chargedRecords: HangingRecords = {
  noun: "project",
  of: async (db, id) => {
    const row = await getRow(db, project, id, "project");
    const { documents } = await chargedTo(db, row.segmentId);
    return documents
      .filter((d) => d.open)
      .map((d) => ({ type: d.type, id: d.id, steps: d.type === "requisition" ? 1 : 2 }));
  },
};
