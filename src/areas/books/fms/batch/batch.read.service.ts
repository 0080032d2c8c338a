import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { destinationOf, lastSaidOf } from "#areas/connectors/connectors.server.ts";
import { fmsBatch } from "../fms.tables.ts";
import { batchStatuses, underWay } from "./batch.labels.ts";
import type { BatchDetail, FmsStanding } from "./batch.model.ts";
import { batchFacts, batchNoun, bytesOf } from "./batch.noun.ts";

/** Batches for the finance system, the newest first. */
export const batchList: ListDefinition = {
  name: "fms-batches",
  from: `fms_batch b
    join accounting_period p on p.org_id = b.org_id and p.id = b.period_id
    join fms_layout y on y.org_id = b.org_id and y.id = b.layout_id`,
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    number: { sql: "b.number", label: "Number", sort: true },
    period: { sql: "p.name", label: "Period" },
    layout: { sql: "y.name", label: "Layout" },
    lineCount: { sql: "b.line_count", label: "Lines" },
    debits: { sql: "b.debits", label: "Debits", money: true },
    rejectedLines: {
      sql: `(
        select count(*)::int
        from fms_batch_line l
        where l.org_id = b.org_id and l.batch_id = b.id and l.rejected is not null
      )`,
      label: "Lines rejected",
    },
    status: { sql: "b.status", label: "Status", codes: batchStatuses },
    version: { sql: "b.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "b.status", type: "text" },
    periodId: { kind: "set", sql: "b.period_id", type: "uuid" },
  },
  search: ["b.number", "p.name"],
  defaultSort: "-number",
};

/** Lines of batches, as they went out. */
export const batchLineList: ListDefinition = {
  name: "fms-batch-lines",
  from: `fms_batch_line b
    join gl_line l on l.org_id = b.org_id and l.id = b.gl_line_id
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id`,
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    batchId: { sql: "b.batch_id", hidden: true },
    lineNo: { sql: "b.line_no", label: "Line", sort: true },
    entryId: { sql: "l.entry_id", hidden: true },
    document: { sql: "e.document_number", label: "Document" },
    fund: { sql: "b.fund", label: "Fund there" },
    account: { sql: "b.account", label: "Account there" },
    string: { sql: "b.string", label: "Account string there" },
    debit: { sql: "greatest(b.cents, 0)", label: "Debit", money: true },
    credit: { sql: "greatest(-b.cents, 0)", label: "Credit", money: true },
    rejected: { sql: "b.rejected", label: "Why it was rejected" },
  },
  filters: {
    batchId: { kind: "set", sql: "b.batch_id", type: "uuid" },
    rejected: { kind: "flag", sql: "b.rejected is not null" },
  },
  search: ["e.document_number", "b.account"],
  defaultSort: "lineNo",
};

type Named = { id: string; number: string };

const namedBatch = (db: Db, which: Sql): Promise<Named | null> =>
  db.maybe<Named>(sql`
    select id, number
    from fms_batch
    where org_id = ${db.scope.orgId} and ${which}
  `);

const shownLines = 20;

/** A batch with the first lines of its file and the actor's actions; 404. */
export const readBatch = async (db: Db, actor: Actor, id: string): Promise<BatchDetail> => {
  const row = await getRow(db, fmsBatch, id, "batch");
  const [facts, of, people, corrects, correctedBy, destination, delivery] = await Promise.all([
    batchFacts(db, row),
    db.one<{ period: string; layout: string; rejectedLines: number }>(sql`
      select
        (
          select name
          from accounting_period
          where org_id = ${db.scope.orgId} and id = ${row.periodId}
        ) as period,
        (
          select name
          from fms_layout
          where org_id = ${db.scope.orgId} and id = ${row.layoutId}
        ) as layout,
        (
          select count(*)::int
          from fms_batch_line
          where org_id = ${db.scope.orgId} and batch_id = ${id} and rejected is not null
        ) as rejected_lines
    `),
    namesOf(db, [row.builtBy, row.sentBy]),
    namedBatch(db, sql`id = ${row.correctsId}`),
    namedBatch(db, sql`corrects_id = ${id} and status <> 'withdrawn'`),
    row.connectorId ? destinationOf(db, row.connectorId) : null,
    row.connectorId ? lastSaidOf(db, batchNoun.name, id) : null,
  ]);
  const nameOf = (personId: string | null) => (personId && people.get(personId)) || null;
  return {
    id: row.id,
    number: row.number,
    ...of,
    periodId: row.periodId,
    reference: row.reference,
    fileName: row.fileName,
    sha256: row.sha256,
    lineCount: row.lineCount,
    debits: row.debits,
    credits: row.credits,
    bytes: bytesOf(row).length,
    preview: row.body.split("\n").slice(0, shownLines).join("\n"),
    problems: [...facts.problems],
    status: row.status as BatchDetail["status"],
    version: row.version,
    destination: destination?.name ?? null,
    delivery,
    corrects,
    correctedBy,
    builtBy: nameOf(row.builtBy),
    sentBy: nameOf(row.sentBy),
    sentAt: row.sentAt,
    answeredAt: row.answeredAt,
    actions: await actionsAsked(db, actor, batchNoun, facts),
  };
};

type Sums = Omit<FmsStanding, "layouts" | "period" | "unknown">;

/** How lines of a period stand with the finance system: counts of lines, debits in cents. */
export const sumsOfPeriod = (db: Db, periodId: string): Promise<Sums> =>
  db.one<Sums>(sql`
    select
      coalesce(sum(l.cents) filter (where l.cents > 0), 0)::bigint as here,
      coalesce(
        sum(l.cents) filter (
          where l.cents > 0
          and (
            e.own_there
            or (b.rejected is null and k.status in ('acknowledged', 'rejected', 'corrected'))
          )
        ),
        0
      )::bigint as there,
      count(*) filter (where b.id is null and not e.own_there)::int as waiting,
      count(*) filter (where k.status = any(${underWay}::text[]))::int as under_way,
      count(*) filter (where b.rejected is not null)::int as rejected
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    left join fms_batch_line b on b.org_id = l.org_id and b.gl_line_id = l.id and b.live
    left join fms_batch k on k.org_id = b.org_id and k.id = b.batch_id
    where l.org_id = ${db.scope.orgId} and l.period_id = ${periodId}
  `);

/** How many layouts are in force. */
export const layoutsInForce = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from fms_layout
      where org_id = ${db.scope.orgId} and status = 'published'
    `)
  ).n;

/** How the ledger and the finance system stand for the first period that is not closed. */
export const readFmsStanding = async (db: Db): Promise<FmsStanding> => {
  const [layouts, { unknown }, period] = await Promise.all([
    layoutsInForce(db),
    db.one<{ unknown: number }>(sql`
      select count(*)::int as unknown
      from fms_batch
      where org_id = ${db.scope.orgId} and status = 'unknown'
    `),
    db.maybe<{ id: string; name: string }>(sql`
      select id, name
      from accounting_period
      where org_id = ${db.scope.orgId} and status <> 'closed' and not adjustment
      order by year, place
      limit 1
    `),
  ]);
  const none = { here: 0, there: 0, waiting: 0, underWay: 0, rejected: 0 };
  return { layouts, period, unknown, ...(period ? await sumsOfPeriod(db, period.id) : none) };
};
