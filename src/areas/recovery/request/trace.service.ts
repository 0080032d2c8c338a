import { costsOf } from "#areas/finance/finance.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paProject, paRequest } from "../recovery.tables.ts";
import { itemsIn } from "./proof.service.ts";

const heads = [
  "request",
  "project",
  "line",
  "kind",
  "what",
  "person",
  "day",
  "minutes",
  "pay",
  "rule",
  "citation",
  "cost_line",
  "requisition",
  "order",
  "receipt",
  "invoice",
  "paid_on",
  "paid_cents",
  "work_hour",
  "cost_cents",
  "insured_cents",
  "federal_cents",
  "match_cents",
  "claims",
  "photos_sha256",
] as const;

// A cell of CSV; what a spreadsheet would take as a formula stands behind an apostrophe.
const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

// Photographs of the damage of a project, by their hash.
const photosOf = async (db: Db, projectId: string): Promise<string> =>
  (
    await db.rows<{ sha256: string }>(sql`
      select distinct f.sha256
      from pa_damage g
      join attachment a on a.org_id = g.org_id and a.object_id = g.id
      join stored_file f on f.org_id = a.org_id and f.id = a.file_id
      where g.org_id = ${db.scope.orgId} and g.project_id = ${projectId}
      order by f.sha256
      limit 5000
    `)
  )
    .map((f) => f.sha256)
    .join(" ");

const claimsOf = (db: Db, requestId: string) =>
  db.rows<{ costLineId: string; cents: number }>(sql`
    select cost_line_id, sum(cents)::bigint as cents
    from cost_claim
    where org_id = ${db.scope.orgId} and claimer_id = ${requestId} and live
    group by cost_line_id
    order by cost_line_id
  `);

/**
 * The trace of a request as CSV (RFC 4180): request, project, line, order, receipt, invoice, payment or
 * hour, photographs by hash, in cents. Twice asked, the same bytes; no tax number, no home address. 404.
 */
export const traceOf = async (
  db: Db,
  requestId: string,
): Promise<{ name: string; text: string }> => {
  const r = await getRow(db, paRequest, requestId, "request");
  const [p, items, claims] = await Promise.all([
    getRow(db, paProject, r.projectId, "project"),
    itemsIn(db, requestId),
    claimsOf(db, requestId),
  ]);
  const ids = items.flatMap((i) => (i.costLineId ? [i.costLineId] : []));
  const [costs, photos] = await Promise.all([
    ids.length ? costsOf(db, { ids }) : Promise.resolve([]),
    photosOf(db, p.id),
  ]);
  const byId = new Map(costs.map((c) => [c.id, c]));
  const rows = items.map((i) => {
    const c = i.costLineId ? byId.get(i.costLineId) : undefined;
    return [
      r.number,
      p.number,
      i.id,
      i.kind,
      i.label,
      i.person,
      i.dayFrom,
      i.minutes,
      i.pay,
      i.rule,
      i.citation,
      i.costLineId,
      c?.requisitionId,
      c?.purchaseOrderId,
      c?.receiptId,
      c?.invoiceId,
      c?.paidOn,
      c?.paid,
      i.workHourId,
      i.cents,
      i.insured,
      i.federal,
      i.match,
      claims.find((x) => x.costLineId === i.costLineId)?.cents,
      photos,
    ];
  });
  const text = [heads, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
  return { name: `${r.number}-trace.csv`, text: `${text}\r\n` };
};
