import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  postCommitments,
  type Held,
  type Underway,
  type YearCarryover,
} from "#areas/budget/budget.server.ts";
import type { InvoiceReserve } from "#areas/finance/finance.server.ts";
import { fallRequest } from "../request/fall.service.ts";
import type { SubawardRecord } from "./subaward.noun.ts";

const holding = sql`s.status in ('executed', 'active', 'on_hold', 'ended')`;
const documentOf = (s: Pick<SubawardRecord, "id" | "number" | "fiscalYearId">) => ({
  type: "subaward",
  id: s.id,
  number: s.number,
  fiscalYearId: s.fiscalYearId!,
});

/** Encumbers an executed subaward in full, in the year in which it is executed. */
export const encumber = (tx: Tx, actor: Actor, s: SubawardRecord): void =>
  postCommitments(
    tx,
    actor,
    documentOf(s),
    [{ accountStringId: s.accountStringId, encumbered: s.amount }],
    { kind: "encumber" },
  );

/** Gives back what a subaward that ends early still holds. */
export const releaseRest = (tx: Tx, actor: Actor, s: SubawardRecord): void => {
  if (s.encumbered > 0)
    postCommitments(
      tx,
      actor,
      documentOf(s),
      [{ accountStringId: s.accountStringId, encumbered: -s.encumbered }],
      { kind: "release" },
    );
};

type Behind = SubawardRecord & { requestId: string; released: number };
const behind = (tx: Tx, invoiceId: string): Promise<Behind | null> =>
  tx.maybe<Behind>(sql`
    select s.*, r.id as request_id, r.released
    from subaward_request r
    join subaward s on s.org_id = r.org_id and s.id = r.subaward_id
    where r.org_id = ${tx.scope.orgId} and r.invoice_id = ${invoiceId}
    for update of s
  `);

const move = async (tx: Tx, actor: Actor, s: Behind, released: number): Promise<void> => {
  const change = s.released - released;
  await tx.rows(sql`
    update subaward
    set encumbered = encumbered + ${change}
    where org_id = ${s.orgId} and id = ${s.id}
  `);
  await tx.rows(sql`
    update subaward_request
    set released = ${released}
    where org_id = ${s.orgId} and id = ${s.requestId}
  `);
  if (change !== 0)
    postCommitments(
      tx,
      actor,
      documentOf(s),
      [{ accountStringId: s.accountStringId, encumbered: change }],
      { kind: change > 0 ? "reverse" : "release" },
    );
};

const live = new Set(["executed", "active", "on_hold", "ended"]);
/** What a subaward encumbered for the invoice of an accepted request, and how the invoice uses it. */
export const subawardReserve: InvoiceReserve = {
  held: async (tx, invoiceId) => {
    const s = await behind(tx, invoiceId);
    return new Map(s ? [[s.accountStringId, s.encumbered]] : []);
  },
  billed: async (tx, actor, invoice, sign) => {
    const s = await behind(tx, invoice.id);
    if (!s) return;
    if (sign === 1) await move(tx, actor, s, Math.min(Math.max(0, invoice.total), s.encumbered));
    else if (live.has(s.status)) await move(tx, actor, s, 0);
  },
  fell: async (tx, actor, invoiceId) => {
    const r = await tx.maybe<{ id: string }>(sql`
      select id
      from subaward_request
      where org_id = ${tx.scope.orgId} and invoice_id = ${invoiceId} and status = 'accepted'
    `);
    if (r) await fallRequest(tx, actor, r.id);
  },
};

/** A subaward that still holds money goes into the next year with it. */
export const subawardCarryover: YearCarryover = {
  documentType: "subaward",
  one: "subaward",
  many: "subawards",
  href: "/grant-management/subawards",
  underway: (db, year, lock) =>
    db.rows<Underway>(sql`
      select s.id, s.number, s.amount - s.claimed as amount
      from subaward s
      where s.org_id = ${db.scope.orgId} and s.fiscal_year_id = ${year} and ${holding}
      order by s.id ${lock ? sql`for update` : sql``}
    `),
  holds: (db, year) =>
    db.rows<Held>(sql`
      select s.id, s.number, s.account_string_id, 0 as pre_encumbered, s.encumbered
      from subaward s
      where s.org_id = ${db.scope.orgId}
        and s.fiscal_year_id = ${year}
        and ${holding}
        and s.encumbered > 0
      order by s.id
    `),
  move: async (tx, ids, to) =>
    void (await tx.rows(sql`
      update subaward
      set fiscal_year_id = ${to}, version = version + 1
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    `)),
};
