import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { newId } from "#kernel/ids.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import {
  boughtOf,
  ordersPlaced,
  type IncidentOrderHeard,
  type ReceiptListener,
} from "#areas/procurement/procurement.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { incidentRequest, incidentRequestLine } from "../incident/incident.tables.ts";
import { requireSection } from "../incident/incident.service.ts";
import { requestNoun } from "../incident/nouns.ts";
import { lineState, requestState } from "./line-state.model.ts";
import { holdLine, issueLine } from "./stock.service.ts";
import { requestCycle, type LineState, type RequestSource } from "./request.labels.ts";
import type { Sourced } from "./request.model.ts";

type Stored = {
  id: string;
  lineNo: number;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  source: RequestSource | null;
  supplier: string;
  giverId: string | null;
  giver: string | null;
  givenAt: Instant | null;
  givenBy: string | null;
  givenNote: string;
  requisitionLineId: string | null;
  purchaseOrderId: string | null;
  fromStores: boolean;
  stockRef: string | null;
};
export type RequestLine = Stored & {
  issued: string | null;
  received: string;
  orders: { id: string; number: string }[];
  state: LineState;
};

const after = ["funded", "ordered", "partial", "received", "demobilized", "cancelled"];

/** Lines of a request with their records, and the state that follows from these. */
export const linesOf = async (
  db: Db,
  request: { id: string; status: string },
): Promise<RequestLine[]> => {
  const rows = await db.rows<Stored>(sql`
    select
      l.id, l.line_no, l.description, l.quantity, l.unit, l.unit_price, l.source, l.supplier,
      l.giver_id, g.display_name as giver, l.given_at, b.display_name as given_by, l.given_note,
      l.requisition_line_id, l.purchase_order_id, l.from_stores, l.stock_ref
    from incident_request_line l
    left join person g on g.id = l.giver_id
    left join person b on b.id = l.given_by
    where l.org_id = ${db.scope.orgId} and l.request_id = ${request.id}
    order by l.line_no
  `);
  const [bought, named] = await Promise.all([
    boughtOf(
      db,
      rows.flatMap((l) => l.requisitionLineId ?? []),
    ),
    ordersPlaced(
      db,
      rows.flatMap((l) => l.purchaseOrderId ?? []),
    ),
  ]);
  return rows.map((l) => {
    const b = bought.find((one) => one.requisitionLineId === l.requisitionLineId);
    const o = named.find((one) => one.id === l.purchaseOrderId);
    return {
      ...l,
      issued: l.givenAt ? l.stockRef : null,
      received: b?.received ?? "0",
      orders: o ? [{ id: o.id, number: o.number }] : (b?.orders ?? []),
      state: lineState({
        source: l.source,
        funded: after.includes(request.status),
        over: ["denied", "cancelled"].includes(request.status),
        quantity: Number(l.quantity),
        givenAt: l.givenAt,
        requisition: b?.requisition ?? null,
        ordered: Number(b?.ordered ?? 0),
        received: Number(b?.received ?? 0),
        ended: b?.ended ?? false,
        order: o?.status ?? null,
      }),
    };
  });
};

// What came may go back: a request that was filled follows its records too, until it is demobilized.
const following: readonly string[] = requestCycle.actions.follow.from;

// Lets a request say what its records say, where they say something else than it.
const followRecords = async (
  tx: Tx,
  actor: Actor,
  request: { id: string; status: string },
  why: string,
): Promise<void> => {
  if (!following.includes(request.status)) return;
  const to = requestState((await linesOf(tx, request)).map((l) => l.state));
  if (to === request.status) return;
  await transition(tx, asSystem(actor), requestNoun, {
    id: request.id,
    action: "follow",
    effect: async () => ({ to, note: why }),
  });
};

/** What came of an order of an incident reaches the requests that it was placed or named for. */
export const orderOfIncident: IncidentOrderHeard = async (tx, actor, order) => {
  const [standing] = await ordersPlaced(tx, [order.id]);
  const requests = await tx.rows<{ id: string; status: string }>(sql`
    select r.id, r.status
    from incident_request r
    where r.org_id = ${tx.scope.orgId}
      and r.status = any(${[...following]}::text[])
      and exists (
        select
        from incident_request_line l
        where l.org_id = r.org_id
          and l.request_id = r.id
          and (
            l.requisition_line_id = any(${standing?.requisitionLineIds ?? []}::uuid[])
            or l.purchase_order_id = ${order.id}
          )
      )
    order by r.id
  `);
  for (const r of requests) await followRecords(tx, actor, r, order.number);
};

/** Goods of an incident's order came, or those that came go back: what it filled follows. */
export const receiptOfIncident: ReceiptListener = async (tx, actor, { kind, order }) => {
  const { incidentId } = order;
  if (incidentId && kind !== "returned") await orderOfIncident(tx, actor, { ...order, incidentId });
};

const total = (parts: readonly Sourced[], whole: string): number =>
  parts.length === 1 && !parts[0]!.quantity
    ? Number(whole)
    : Number(parts.reduce((n, p) => n + Number(p.quantity ?? 0), 0).toFixed(4));

const checkPart = async (tx: Tx, p: Sourced): Promise<void> => {
  if (p.source === "own") {
    if (!p.giverId)
      throw invalidField("sources", "Say who of the agency gives it: they confirm that they did.");
    const [giver] = await membersNamed(tx, { ids: [p.giverId] });
    if (!giver?.active) throw invalidField("sources", "Who gives it is an active member.");
  }
  if (p.source !== "contract") return;
  if (!p.purchaseOrderId)
    throw invalidField("sources", "Name the order in force that it comes by.");
  const [found] = await ordersPlaced(tx, [p.purchaseOrderId]);
  if (!found || !["issued", "acknowledged", "partly_received"].includes(found.status))
    throw invalidField("sources", "This order is not in force. Choose one that is issued.");
};

/**
 * Says of every line where it comes from; a line that comes from several is divided, and its parts add up
 * to it. 422 for a line without a source, parts that are more or less, own stock without who gives it, a
 * contract without its order, and what the stores do not have. What comes out of the stores is held there.
 */
export const sourceLines = async (
  tx: Tx,
  actor: Actor,
  request: { id: string; status: string; incidentId: string },
  sources: readonly Sourced[],
): Promise<void> => {
  const lines = await linesOf(tx, request);
  let last = lines.length;
  for (const line of lines) {
    const parts = sources.filter((s) => s.lineId === line.id);
    if (parts.length === 0)
      throw invalidField("sources", `Say where line ${line.lineNo} comes from.`);
    if (Math.abs(total(parts, line.quantity) - Number(line.quantity)) > 0.00005)
      throw invalidField(
        "sources",
        `The parts of line ${line.lineNo} add up to ${total(parts, line.quantity)}, not to ${Number(line.quantity)} ${line.unit}.`,
      );
    for (const p of parts) await checkPart(tx, p);
    for (const [n, p] of parts.entries()) {
      const said = {
        source: p.source,
        supplier: p.supplier,
        quantity: p.quantity ?? line.quantity,
        giverId: p.source === "own" ? p.giverId! : null,
        fromStores: p.source === "own" && p.fromStores === true,
        purchaseOrderId: p.source === "contract" ? p.purchaseOrderId! : null,
      };
      const id = n === 0 ? line.id : newId();
      const part = { ...line, id, quantity: said.quantity };
      const stockRef = said.fromStores ? await holdLine(tx, actor, request, part) : null;
      if (n === 0) await updateRow(tx, incidentRequestLine, id, { ...said, stockRef });
      else
        await insertRow(tx, incidentRequestLine, {
          ...said,
          stockRef,
          orgId: tx.scope.orgId!,
          id,
          requestId: request.id,
          lineNo: ++last,
          description: line.description,
          unit: line.unit,
          unitPrice: line.unitPrice,
        });
    }
  }
};

/** Whether somebody may say that a line was given: of own stock who gives it, else logistics or operations. */
export const mayGive = async (
  db: Db,
  actor: Actor,
  incidentId: string,
  line: RequestLine,
): Promise<boolean> => {
  if (line.state !== "waits") return false;
  if (line.giverId) return line.giverId === actor.personId;
  return requireSection(db, actor, incidentId, ["logistics", "operations"]).then(
    () => true,
    () => false,
  );
};

/**
 * Says that a line was given: of own stock or crew by whoever gave it, of mutual aid and of the state by
 * who took it. The request follows. 403 for others, 409 where nothing waits for it.
 */
export const giveLine = async (
  tx: Tx,
  actor: Actor,
  { id, lineId }: { id: string; lineId: string },
  said: { note: string },
): Promise<{ id: string }> => {
  const request = await lockRow(tx, incidentRequest, id, "resource request");
  const line = (await linesOf(tx, request)).find((l) => l.id === lineId);
  if (!line) throw notFound("line");
  if (line.state !== "waits")
    throw conflict("rule", "Nothing waits to be confirmed here: its records say where it stands.");
  if (!(await mayGive(tx, actor, request.incidentId, line)))
    throw notAllowed(
      line.giver
        ? `${line.giver} gives this, and confirms it.`
        : "Logistics or operations confirm what came.",
    );
  const stockRef = line.fromStores ? await issueLine(tx, actor, request, line) : line.stockRef;
  const after = await updateRow(tx, incidentRequestLine, lineId, {
    stockRef,
    givenBy: actor.personId,
    givenAt: businessNow(tx.scope).toISOString(),
    givenNote: said.note,
  });
  note(tx, actor, "incidentRequest", request, { action: "give", after });
  await followRecords(tx, actor, request, `${line.description} was given`);
  return { id };
};
