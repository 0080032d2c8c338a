import type { Actor } from "#kernel/access.ts";
import { systemActor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf, namesOf } from "#server/restored/clocks.ts";
import { notify, peopleOnDuty, readOrganization } from "#areas/organization/organization.server.ts";
import { voidSignatures, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { withdrawOpenRound } from "../negotiation/round.service.ts";
import { beginCloseout, keepFindings } from "../closeout/closeout.service.ts";
import { keepEntry } from "../ceiling/ceiling.service.ts";
import { tellAwardOf } from "./award.service.ts";
import { keepContractDays } from "./contract-deadlines.service.ts";
import { tellCounsel, tellVendor } from "./told.service.ts";
import { moveContract, type ContractRecord } from "./contract.noun.ts";
import { withAuthor } from "./contract.service.ts";

type Plain = "negotiate" | "review" | "send" | "resume";

type Step = { id: string; version: number | null; reason?: string | null };

/** A step that changes nothing but the status; whom it concerns is told. */
export const step = async (
  tx: Tx,
  actor: Actor,
  action: Plain,
  { id, version }: Step,
): Promise<ContractRecord> => {
  const row = await moveContract(tx, actor, { id, action, version });
  if (action === "review") await tellCounsel(tx, row);
  if (action === "send" || action === "resume") await tellVendor(tx, row, action);
  if (action === "resume") await keepContractDays(tx, actor, id);
  return row;
};

/** Sends a contract out to be signed electronically: the vendor is told that nothing comes on paper. */
export const sendElectronically = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
): Promise<void> =>
  tellVendor(tx, await moveContract(tx, actor, { id, action: "send", version }), "ask");

/** Takes a request up: whoever does is one of its authors. */
export const beginDrafting = (tx: Tx, actor: Actor, { id, version }: Step) =>
  moveContract(tx, actor, {
    id,
    action: "draft",
    version,
    effect: async (c) => ({ patch: { draftedBy: withAuthor(c.draftedBy, actor) } }),
  });

/** Takes a contract back to drafting; nobody is asked for a decision any more. */
export const backToDrafting = (
  tx: Tx,
  actor: Actor,
  action: "revise" | "takeBack" | "reopen",
  { id, version, reason }: Step,
): Promise<ContractRecord> =>
  moveContract(tx, actor, {
    id,
    action,
    version,
    reason: reason ?? null,
    effect: async () => {
      await withdrawOpenRound(tx, actor, id, "The agency changes the terms.");
      await withdrawApproval(tx, actor, id);
      await voidSignatures(
        tx,
        actor,
        { type: "contract", id },
        `Its terms change. ${reason ?? ""}`.trim(),
      );
    },
  });

/** Cancels a contract that is not signed; an open request for approval ends with it. */
export const cancelContract = (tx: Tx, actor: Actor, { id, version, reason }: Step) =>
  moveContract(tx, actor, {
    id,
    action: "cancel",
    version,
    reason: reason ?? null,
    effect: async () => {
      await withdrawOpenRound(tx, actor, id, "The contract was cancelled.");
      await withdrawApproval(tx, actor, id);
      await voidSignatures(
        tx,
        actor,
        { type: "contract", id },
        `It was cancelled. ${reason ?? ""}`.trim(),
      );
      return { patch: { statusReason: reason ?? null } };
    },
  });

/** Stops a contract for a while, for good, or begins its closeout: no order is placed under it. */
export const stopContract = async (
  tx: Tx,
  actor: Actor,
  action: "suspend" | "terminate" | "closeout",
  { id, version, reason }: Step,
): Promise<ContractRecord> => {
  const row = await moveContract(tx, actor, {
    id,
    action,
    version,
    reason: reason ?? null,
    effect: async (c) => {
      if (action === "closeout") await beginCloseout(tx, c);
      return { patch: { statusReason: reason ?? null } };
    },
  });
  if (action !== "closeout") await tellVendor(tx, row, action, reason ?? null);
  if (action !== "suspend") await tellAwardOf(tx, actor, row, "contractEnded");
  await keepContractDays(tx, actor, id);
  return row;
};

/**
 * Closes a contract: what was left of its ceiling is given up, and what the records prove of its
 * closeout is kept. 409 while an item is open, and for who proved one.
 */
export const closeContract = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: Step,
): Promise<ContractRecord> => {
  const row = await moveContract(tx, actor, {
    id,
    action: "close",
    version,
    reason: reason ?? null,
    effect: async (c) => {
      await keepFindings(tx, c);
      const left = c.ceiling - c.drawn;
      if (left === 0) return undefined;
      await keepEntry(tx, actor, {
        contractId: id,
        sequence: c.entries + 1,
        kind: "closed",
        amount: -left,
        note: reason ?? "",
      });
      return {
        patch: { ceiling: c.drawn, entries: c.entries + 1 },
        note: `${formatCents(left)} of the ceiling given up`,
      };
    },
  });
  await keepContractDays(tx, actor, id);
  return row;
};

type Over = { id: string; number: string; title: string; ownerId: string | null; endsOn: Day };

/** Contracts whose last day has passed expire, and their owners are told once. */
export const expireContracts = async (tx: Tx): Promise<number> => {
  const actor = systemActor(tx.scope.orgId!);
  const today = businessDate(tx.scope, (await readOrganization(tx)).timeZone);
  const over = await tx.rows<Over>(sql`
    select id, number, title, owner_id, ends_on
    from contract
    where org_id = ${tx.scope.orgId}
      and status in ('active', 'suspended')
      and ends_on < ${today}::date
    order by id
    for update
  `);
  for (const c of over) {
    const row = await moveContract(tx, actor, { id: c.id, action: "expire" });
    notify(tx, c.ownerId ? [c.ownerId] : await peopleOnDuty(tx, "contract_manager"), {
      kind: "contract",
      title: `${c.number} has ended`,
      body: `${c.title} ended on ${formatDate(c.endsOn)}. No order is placed under it any more; begin its closeout.`,
      link: `/contracts/${c.id}`,
    });
    await tellAwardOf(tx, actor, row, "contractEnded");
    await keepContractDays(tx, actor, c.id);
  }
  return over.length;
};

/** Early on each day of an agency, before anybody orders. */
export const expiryDay: AgencyDay = {
  name: "contracts-expire",
  at: "00:05",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(*)::int as due, count(distinct owner_id)::int as people,
        min(ends_on)::timestamptz as since,
        ${namesOf("org_id", "number || ': ' || title")}
      from contract
      where status in ('active', 'suspended') and ends_on < ${todayOf("contract.org_id")}
    `,
  },
  run: (app, orgId) => app.database.transaction({ orgId, personId: null }, expireContracts),
};
