import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Readable } from "node:stream";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { isUploadedBy, recordFile } from "#server/files/stored-file.ts";
import { asSystem } from "#server/lifecycle.ts";
import type { OrderToPay } from "#areas/procurement/procurement.server.ts";
import { billedOrder, type BilledOrder } from "./billed-order.service.ts";
import type { ContractorInput, ContractorSide } from "./contractor.model.ts";
import { askableLines } from "./orders.service.ts";
import type { payStatuses } from "./pay.labels.ts";
import type { PayStored } from "./pay.noun.ts";
import { typedOf } from "./pay.read.service.ts";
import { beginApplication, changeApplication, contractorSends } from "./pay.service.ts";

/** An order of the vendor that acts; of another vendor there is no such order. 404. */
export const ownOrder = async (tx: Tx, vendor: ActingVendor, id: string): Promise<BilledOrder> => {
  const order = await billedOrder(tx, id);
  if (!order || order.vendorId !== vendor.id) throw notFound("purchase order");
  return order;
};

/** The project under way that takes applications of an order; null where none does. */
export const projectOfOrder = (
  tx: Tx,
  { contractId }: OrderToPay,
): Promise<{ id: string } | null> =>
  contractId === null
    ? Promise.resolve(null)
    : tx.maybe<{ id: string }>(sql`
      select id
      from project
      where org_id = ${tx.scope.orgId}
        and contracts @> ${JSON.stringify([{ contractId }])}::jsonb
        and status in ('active', 'on_hold', 'substantially_complete')
      order by number
      limit 1
    `);

type Sent = Omit<ContractorSide["items"][number], "cuts" | "status" | "periodFrom" | "periodTo"> & {
  status: keyof typeof payStatuses;
  periodFrom: Day;
  periodTo: Day;
  cuts: { lineNo: number; reason: string }[];
};

const sentOf = (db: Db, orderId: string): Promise<Sent[]> =>
  db.rows<Sent>(sql`
    select
      a.id, a.number, case when a.paid_on is not null then 'paid' else a.status end as status,
      a.application_no, a.contractor_number, a.period_from, a.period_to,
      coalesce(sum(round(l.claimed_quantity * l.unit_price * 100)), 0)::bigint as claimed,
      sum(l.certified_cents)::bigint as certified, sum(l.retainage_cents)::bigint as retainage,
      a.status_reason,
      coalesce(
        jsonb_agg(
          jsonb_build_object('lineNo', l.line_no, 'reason', l.cut_reason) order by l.line_no
        ) filter (where l.cut_reason <> ''),
        '[]'
      ) as cuts
    from pay_application a
    join pay_application_line l on l.org_id = a.org_id and l.application_id = a.id
    where a.org_id = ${db.scope.orgId} and a.purchase_order_id = ${orderId} and a.status <> 'draft'
    group by a.org_id, a.id
    order by a.number desc
    limit 50
  `);

const closedBecause = (sent: readonly Sent[], project: { id: string } | null): string | null => {
  if (!project) return "No project of the agency takes applications on this order.";
  const open = sent.find(({ status }) => status === "submitted");
  return open
    ? `${open.number} is with the agency. The next one follows once it is decided.`
    : null;
};

/** A contractor's applications on its own order. 404 for another vendor's. */
export const readContractorSide = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
): Promise<ContractorSide> =>
  asVendor(app, actor, orgId, async (tx, vendor) => {
    const order = await ownOrder(tx, vendor, orderId);
    const [items, project] = await Promise.all([sentOf(tx, orderId), projectOfOrder(tx, order)]);
    return {
      closed: closedBecause(items, project),
      returnedId: items.find(({ status }) => status === "returned")?.id ?? null,
      lines: askableLines(order),
      items,
    };
  });

/** Bytes of a paper at most. */
const mostBytes = 25 * 1024 * 1024;

/** Keeps a bill or certificate of insurance of stored material. 404 for another vendor's order. */
export const keepContractorPaper = async (
  app: App,
  actor: Actor,
  at: { orgId: string; id: string },
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  await asVendor(app, actor, at.orgId, (tx, vendor) => ownOrder(tx, vendor, at.id));
  const stored = await app.files.put(stream, mostBytes);
  return asVendor(app, actor, at.orgId, async (tx, _vendor, who) => ({
    id: await recordFile(tx, { ...stored, orgId: at.orgId, name, uploadedBy: who.personId }),
  }));
};

// Those of the files that the contractor's person uploaded.
const ownFiles = async (tx: Tx, who: Actor, ids: readonly string[]): Promise<string[]> => {
  const own = await Promise.all(ids.map((id) => isUploadedBy(tx, id, who.personId!)));
  return ids.filter((_, at) => own[at]);
};

/**
 * The contractor applies for payment on its own order, or corrects what was returned, and signs it by
 * sending. 404 for another vendor's order; 409 `no_project`, `open_application` and the errors of an
 * application.
 */
export const applyAsContractor = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
  input: ContractorInput,
): Promise<PayStored> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const order = await ownOrder(tx, vendor, orderId);
    const project = await projectOfOrder(tx, order);
    if (!project)
      throw conflict("no_project", "No project of the agency takes applications on this order.");
    const signed = {
      name: `${who.name}, ${vendor.name}`,
      at: businessNow(tx.scope).toISOString(),
      files: await ownFiles(tx, who, input.storedFileIds),
    };
    const returned = (await sentOf(tx, orderId)).find(({ status }) => status === "returned");
    const whole = {
      ...input,
      fileId: null,
      retainageScope: "following" as const,
      lines: input.lines.map((line) => ({ ...line, retainagePercent: null })),
    };
    const by = asSystem(who);
    if (!returned) {
      const { id } = await beginApplication(
        tx,
        by,
        project.id,
        { ...whole, purchaseOrderId: orderId },
        signed,
      );
      return contractorSends(tx, by, id);
    }
    const before = await typedOf(tx, returned.id);
    const rateOf = (lineId: string) =>
      before.lines.find((line) => line.purchaseOrderLineId === lineId)?.retainagePercent ?? null;
    await changeApplication(
      tx,
      by,
      returned.id,
      {
        ...whole,
        storedFileIds: [...new Set([...before.storedFileIds, ...whole.storedFileIds])],
        retainageScope: before.retainageScope,
        lines: whole.lines.map((line) => ({
          ...line,
          retainagePercent: rateOf(line.purchaseOrderLineId),
        })),
      },
      before.version,
      signed,
    );
    return contractorSends(tx, by, returned.id);
  });
