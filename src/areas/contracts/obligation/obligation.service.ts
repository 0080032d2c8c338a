import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { actionsFor, announce, transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { tellKeepers, vendorOf } from "../change/told.service.ts";
import { contract } from "../contracts.tables.ts";
import { handedInLetter } from "../coverage/coverage.letter.ts";
import { keepDues, keepObligationDays } from "./due-days.service.ts";
import type { Delivery, DueDetail, ObligationInput } from "./obligation.model.ts";
import { dueNoun, type DueRecord } from "./obligation.noun.ts";
import { contractObligation } from "./obligation.tables.ts";

type Obligation = typeof contractObligation.$inferSelect;
type Step = { id: string; version: number | null; reason?: string | null };
const over = new Set(["closed", "cancelled", "terminated"]);

/**
 * Enters what one side owes under a contract. Its days are made until the contract's end, once that
 * is in force. 409 for a contract that is over, 422 for an owner who is no active member.
 */
export const addObligation = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: ObligationInput,
): Promise<Obligation> => {
  const c = await lockRow(tx, contract, contractId, "contract");
  if (over.has(c.status)) throw conflict("not_in_this_status", `${c.number} is over.`);
  if (input.recurrence !== "once" && input.firstDueOn > c.endsOn)
    throw invalidField("firstDueOn", `The contract ends before, on ${formatDate(c.endsOn)}.`);
  const ownerId = input.ownerId ?? c.ownerId;
  const members = ownerId ? await membersNamed(tx, { ids: [ownerId] }) : [];
  if (input.ownerId && !members.some((member) => member.active))
    throw invalidField("ownerId", "The owner must be an active member of the agency.");
  const row = await insertRow(tx, contractObligation, {
    ...input,
    ownerId,
    orgId: c.orgId,
    id: newId(),
    contractId,
  });
  note(tx, actor, "contract", c, { action: "addObligation", after: row });
  await keepDues(tx, actor, contractId);
  return row;
};

/** Ends an obligation: no further day of it is due; what is past stays owed. */
export const endObligation = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: Step,
): Promise<Obligation> => {
  const before = await lockRow(tx, contractObligation, id, "obligation");
  requireVersion(before.version, version);
  if (before.endedAt) throw conflict("ended", "It was ended already.");
  const c = await getRow(tx, contract, before.contractId, "contract");
  const after = await updateRow(tx, contractObligation, id, {
    endedAt: businessNow(tx.scope).toISOString(),
    endedReason: reason ?? null,
  });
  note(tx, actor, "contract", c, { action: "endObligation", before, after });
  await keepDues(tx, actor, c.id);
  return after;
};

const contextOf = async (tx: Tx, due: DueRecord) => {
  const o = await getRow(tx, contractObligation, due.obligationId, "obligation");
  return { o, c: await getRow(tx, contract, o.contractId, "contract") };
};

/**
 * Delivers what was due on a day, with what shows it; whoever keeps the contract is told where the
 * vendor did. 409 where it is not owed any more.
 */
export const deliverDue = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
  { evidence, fileId }: Delivery,
): Promise<DueRecord> => {
  const due = await transition(tx, actor, dueNoun, {
    id,
    action: "deliver",
    version,
    effect: async () => {
      if (fileId) await requireSeenFile(tx, actor, fileId);
      return {
        patch: {
          ...{ evidence, fileId: fileId ?? null, deliveredBy: actor.personId },
          ...{ deliveredAt: businessNow(tx.scope).toISOString() },
          ...{ decidedBy: null, decidedAt: null, statusReason: null },
        },
      };
    },
  });
  const { o, c } = await contextOf(tx, due);
  const notice = {
    title: `${c.number}: ${o.title} is delivered`,
    body: `Due ${formatDate(due.dueOn)}. It waits to be accepted by another person. ${evidence}`.slice(
      0,
      300,
    ),
    link: `/contracts/${c.id}?tab=obligations`,
  };
  if (o.ownerId && o.ownerId !== actor.personId)
    notify(tx, [o.ownerId], { kind: "contract", ...notice });
  else if (c.ownerId !== actor.personId) await tellKeepers(tx, c, notice);
  announce(tx, c.orgId, "contract.obligation", c.id);
  await keepObligationDays(tx, actor, o);
  return due;
};

const tellVendor = async (
  tx: Tx,
  { o, c }: Awaited<ReturnType<typeof contextOf>>,
  due: DueRecord,
  event: "accepted" | "returned",
): Promise<void> => {
  const vendor = await vendorOf(tx, c.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...handedInLetter({
      vendor: vendor.name,
      contract: c.number,
      what: `${o.title}, due ${formatDate(due.dueOn)}`,
      event,
      reason: due.statusReason,
      path: `/vendor-portal/contracts/${c.orgId}/${c.id}`,
    }),
    orgId: c.orgId,
    to: vendor.email,
    replyTo: { personId: c.ownerId },
  });
};

/** Accepts what was delivered, or returns it with a reason; whoever delivered is told. */
export const decideDue = async (
  tx: Tx,
  actor: Actor,
  action: "accept" | "return",
  { id, version, reason }: Step,
): Promise<DueRecord> => {
  const due = await transition(tx, actor, dueNoun, {
    id,
    action,
    version,
    reason: reason ?? null,
    effect: async () => ({
      patch: {
        decidedBy: actor.personId,
        decidedAt: businessNow(tx.scope).toISOString(),
        statusReason: reason ?? null,
      },
    }),
  });
  const context = await contextOf(tx, due);
  const { o, c } = context;
  if (o.side === "vendor")
    await tellVendor(tx, context, due, action === "accept" ? "accepted" : "returned");
  else if (due.deliveredBy && action === "return")
    notify(tx, [due.deliveredBy], {
      kind: "contract",
      title: `${c.number}: ${o.title} was returned`,
      body: `${reason} Deliver it anew.`,
      link: `/contracts/${c.id}?tab=obligations`,
    });
  announce(tx, c.orgId, "contract.obligation", c.id);
  await keepObligationDays(tx, actor, o);
  return due;
};

/** One day of an obligation. 404. */
export const readDue = async (db: Db, actor: Actor, id: string): Promise<DueDetail> => {
  type Row = Omit<DueDetail, "number" | "actions" | "canEnd"> & { deliverer: string | null };
  const row = await db.maybe<Row>(
    bind(
      `
        select
          d.id, d.obligation_id, o.title, o.side, o.recurrence, c.number as contract,
          c.id as contract_id, v.name as vendor, who.display_name as owner, d.due_on, d.status,
          d.status in ('open', 'returned') and d.due_on < $3::date as missed, d.version,
          o.description, o.citation, d.evidence, d.file_id, d.delivered_by as deliverer,
          by.display_name as delivered_by, d.delivered_at, decider.display_name as decided_by,
          d.status_reason, o.version as obligation_version, o.ended_at is not null as ended
        from contract_obligation_due d
        join contract_obligation o on o.org_id = d.org_id and o.id = d.obligation_id
        join contract c on c.org_id = o.org_id and c.id = o.contract_id
        join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
        left join person who on who.id = o.owner_id
        left join person by on by.id = d.delivered_by
        left join person decider on decider.id = d.decided_by
        where d.org_id = $1 and d.id = $2
      `,
      [db.scope.orgId, id, businessDate(db.scope)],
    ),
  );
  if (!row) throw notFound("obligation");
  const { deliverer, ...shown } = row;
  return {
    ...shown,
    number: row.contract,
    canEnd: actor.permissions.has("contract.edit") && !row.ended,
    actions: actionsFor(actor, dueNoun, { ...row, deliveredBy: deliverer } as never),
  };
};
