import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { projectSpending } from "#areas/budget/budget.server.ts";
import { departmentById } from "#areas/organization/organization.server.ts";
import { capitalRequest } from "../capital.tables.ts";
import { requestStatuses } from "./request.labels.ts";
import { costOfPhases, type RequestDetail } from "./request.model.ts";
import { requestNoun, scoreFacts } from "./request.noun.ts";
import { criteriaNow, listSources } from "./request.service.ts";

const cents = `(
  select coalesce(sum(c.value::bigint), 0)::bigint
  from jsonb_array_elements(r.phases) p
  cross join lateral jsonb_array_elements_text(p -> 'cents') c
)`;

/** The agency's capital requests. */
export const requestList: ListDefinition = {
  name: "capital-requests",
  from: "capital_request r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requestStatuses },
    title: { sql: "r.title", label: "Request", sort: true },
    departmentId: { sql: "r.department_id", hidden: true },
    earliest: { sql: "r.earliest", label: "Earliest start", sort: true },
    latest: { sql: "r.latest", label: "Latest start", sort: true },
    cents: { sql: cents, label: "Cost", money: true },
    operatingCents: { sql: "r.operating_cents", label: "Operating cost a year", money: true },
    score: { sql: "r.score", label: "Score, hundredths", sort: true },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    departmentId: { kind: "set", sql: "r.department_id", type: "uuid" },
    mine: { kind: "flag", sql: "r.requested_by = $actor" },
  },
  search: ["r.number", "r.title", "r.description"],
  number: "r.number",
  defaultSort: "-number",
};

type Score = RequestDetail["scores"][number] & { personId: string };

const planOf = async (db: Db, row: typeof capitalRequest.$inferSelect) => {
  if (!row.projectId) return [];
  const [planned, spent] = await Promise.all([
    db.rows<{ year: number; planned: number }>(sql`
      select (x ->> 'year')::int as year, sum((x ->> 'cents')::bigint)::bigint as planned
      from capital_plan_item i
      cross join lateral jsonb_array_elements(i.payments) x
      where i.org_id = ${db.scope.orgId} and i.request_id = ${row.id}
      group by 1
    `),
    projectSpending(db, [row.projectId]),
  ]);
  const years = [...new Set([...planned.map((p) => p.year), ...spent.map((s) => s.year)])].sort();
  return years.map((year) => ({
    year,
    planned: planned.find((p) => p.year === year)?.planned ?? 0,
    actual: spent.find((s) => s.year === year)?.expended ?? 0,
  }));
};

const named = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; number: string; title: string }>(sql`
    select id, number, title
    from capital_request
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
    order by number
  `);

/**
 * A request with its phases, sources, scores and plan. While the scoring is open each sees their own
 * score alone, and how many others there are.
 */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const row = await getRow(db, capitalRequest, id, "capital request");
  const [department, sources, criteria, scores, requires, excludes, plan, asker, facts] =
    await Promise.all([
      departmentById(db, row.departmentId),
      listSources(db),
      criteriaNow(db),
      db.rows<Score>(sql`
        select s.person_id, p.display_name as person, s.points, s.score, s.note
        from capital_score s
        join person p on p.id = s.person_id
        where s.org_id = ${db.scope.orgId} and s.request_id = ${id}
        order by p.display_name
      `),
      named(db, row.requires),
      named(db, row.excludes),
      planOf(db, row),
      db.maybe<{ name: string }>(
        sql`select display_name as name from person where id = ${row.requestedBy}`,
      ),
      scoreFacts(db as Parameters<typeof scoreFacts>[0], id),
    ]);
  const open = row.status === "submitted" || row.status === "draft";
  const mine = scores.find((s) => s.personId === actor.personId);
  const edits = actor.permissions.has("capital.edit");
  return {
    ...row,
    status: row.status as RequestDetail["status"],
    cents: costOfPhases(row.phases).reduce((sum, c) => sum + c, 0),
    department: department.name,
    funding: row.funding.map((f) => ({
      ...f,
      source: sources.find((s) => s.id === f.sourceId)?.name ?? "A former source",
    })),
    requires,
    excludes,
    requestedBy: asker?.name ?? null,
    criteria: criteria?.items ?? [],
    mine: mine ? { points: mine.points, note: mine.note } : null,
    scorers: scores.length,
    scores: open ? [] : scores.map(({ personId: _personId, ...score }) => score),
    plan,
    mayScore:
      row.status === "submitted" &&
      actor.permissions.has("capital.score") &&
      row.requestedBy !== actor.personId,
    canEdit:
      (row.status === "draft" && row.requestedBy === actor.personId) ||
      (edits && ["draft", "submitted", "scored", "recommended", "deferred"].includes(row.status)),
    actions: actionsFor(actor, requestNoun, { ...row, ...facts }),
  };
};
