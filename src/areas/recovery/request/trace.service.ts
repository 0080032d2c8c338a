import { costsOf, liveClaims } from "#areas/finance/finance.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { attachedFiles } from "#server/http/attachments.ts";
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

// Files of the damage of a project, by their hash.
const photosOf = async (db: Db, projectId: string): Promise<string> => {
  const damage = await db.rows<{ id: string }>(sql`
    select id
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by id
    limit 5000
  `);
  const files = await attachedFiles(
    db,
    damage.map((d) => d.id),
  );
  return files.map((f) => f.sha256).join(" ");
};

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
    liveClaims(db, { claimerId: requestId }),
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
      i.costLineId
        ? claims.reduce((n, x) => n + (x.costLineId === i.costLineId ? x.cents : 0), 0)
        : null,
      photos,
    ];
  });
  const text = [heads, ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
  return { name: `${r.number}-trace.csv`, text: `${text}\r\n` };
};
