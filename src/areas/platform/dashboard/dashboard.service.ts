import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { businessDate } from "#server/clock.ts";
import { allFigures, type FigureSource } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { oneAs } from "#server/db/read-as.ts";
import { join, raw, sql } from "#server/db/sql.ts";
import { bindActor, listConditions } from "#server/http/list-conditions.ts";
import { openAlarms } from "#server/operation/alarms.ts";
import { listQuery } from "#server/http/list.ts";
import { spendingByMonth, yearTotals } from "#areas/budget/budget.server.ts";
import { pressingMatters } from "#areas/organization/organization.server.ts";
import { approvalList } from "#areas/workflow/workflow.server.ts";
import type { Dashboard, Figure } from "./dashboard.model.ts";
import { waitsFirst } from "./finding.labels.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const hrefOf = (s: FigureSource) => `${s.page}${s.page.includes("?") ? "&" : "?"}${s.query}`;

const figureRow = z.object({
  count: z.number(),
  amount: z.number().nullable(),
  medianDays: z.number().nullable(),
});

const saidOf = (count: number, [one, several]: readonly [string, string]): string =>
  counted(count, one, several);

/** One query per figure, by the same conditions as the list that it opens. */
export const figureOf = async (db: Db, actor: Actor, s: FigureSource): Promise<Figure> => {
  const query = listQuery(s.list).parse(Object.fromEntries(new URLSearchParams(s.query)));
  const amount = s.sums
    ? raw(`coalesce(sum(${s.list.totals![s.sums]}), 0)::bigint`)
    : sql`null::bigint`;
  const days = s.since
    ? bindActor(`percentile_cont(0.5) within group (order by ($today - ${s.since})::float)`, actor)
    : sql`null::float`;
  const row = await oneAs(
    db,
    figureRow,
    sql`
      select count(*) as count, ${amount} as amount, ${days} as median_days
      from ${raw(s.list.from)}
      where ${join(listConditions(s.list, actor, query), " and ")}
    `,
  );
  return {
    id: s.id,
    label: s.label,
    ...row,
    api: s.api,
    query: s.query,
    sums: s.sums ?? null,
    href: hrefOf(s),
    pressing: s.pressing ?? false,
    says: s.says && row.count > 0 ? saidOf(row.count, s.says) : null,
  };
};

const figuresIn = (group: FigureSource["group"]): readonly FigureSource[] =>
  allFigures()
    .filter((figure) => figure.group === group)
    .toSorted((a, b) => a.place - b.place);

const dutyFigures = (actor: Actor): readonly FigureSource[] =>
  figuresIn("duty").filter(
    (figure) =>
      (!figure.permission || actor.permissions.has(figure.permission)) &&
      (!figure.duty || actor.duties.includes(figure.duty)),
  );

/** Where each figure of the dashboard leads: its page with a query. */
export const figureLinks = (): readonly string[] =>
  [...figuresIn("money"), ...figuresIn("flow")].map(hrefOf);

type Waiting = {
  id: string;
  documentType: string;
  documentNumber: string;
  title: string;
  amount: number;
  dueAt: Instant | null;
  step: string | null;
};

const needsOf = async (db: Db, actor: Actor) => {
  const query = listQuery(approvalList).parse({ mine: "true" });
  const where = join(listConditions(approvalList, actor, query), " and ");
  const [rows, count] = await Promise.all([
    db.rows<Waiting>(sql`
      select
        q.id, q.document_type, q.document_number, q.title, q.amount, q.due_at,
        (
          select string_agg(s.name, ', ')
          from approval_step s
          where s.org_id = q.org_id and s.request_id = q.id and s.status = 'open'
        ) as step
      from ${raw(approvalList.from)}
      where ${where}
      order by q.due_at, q.id
      limit 6
    `),
    db.one<{ n: number }>(sql`select count(*) as n from ${raw(approvalList.from)} where ${where}`),
  ]);
  return {
    count: count.n,
    needs: rows.map((r) => ({
      id: r.id,
      kind: r.documentType,
      title: r.title,
      detail: `${r.documentNumber}${r.step ? ` · ${r.step}` : ""}`,
      amount: r.amount,
      dueAt: r.dueAt,
      href: `/approvals/${r.id}`,
      verb: "Review",
    })),
  };
};

type Year = { id: string; year: number; startsOn: string; month: number };

const yearOf = (db: Db, day: string) =>
  db.maybe<Year>(sql`
    select
      id, year, starts_on,
      (extract(year from age(${day}::date, starts_on)) * 12 + extract(month from age(
        ${day}::date, starts_on
      )) + 1)::int as month
    from fiscal_year
    where org_id = ${db.scope.orgId} and ${day}::date between starts_on and ends_on
  `);

/** The agency's money and its work in flight stand before whoever reads its ledger. */
const keepsMoney = (actor: Actor): boolean => actor.permissions.has("ledger.read");

/**
 * The home of one person: what waits for them and for their duties; for who keeps the agency's money
 * also that of this fiscal year and work in flight. Amounts in integer cents.
 */
export const readDashboard = async (
  db: Db,
  actor: Actor,
): Promise<Omit<Dashboard, "filesLine">> => {
  const y = await yearOf(db, businessDate(actor));
  const agencys = (group: "money" | "flow") => (keepsMoney(actor) ? figuresIn(group) : []);
  const money = keepsMoney(actor) ? y : undefined;
  const [alarms, matters, needs, duties, figures, flow, months, budget] = await Promise.all([
    actor.permissions.has("operation.read") ? openAlarms(db) : [],
    pressingMatters(db, actor),
    needsOf(db, actor),
    Promise.all(dutyFigures(actor).map((s) => figureOf(db, actor, s))),
    Promise.all(agencys("money").map((s) => figureOf(db, actor, s))),
    Promise.all(agencys("flow").map((s) => figureOf(db, actor, s))),
    money ? spendingByMonth(db, money) : [],
    money ? yearTotals(db, money.id) : null,
  ]);
  return {
    asOf: new Date(databaseMs()).toISOString(),
    fiscalYear: y?.year ?? null,
    fiscalMonth: y?.month ?? null,
    budget,
    alarms: alarms.map(({ id, text, beganAt }) => ({ id, text, beganAt })),
    matters,
    needs: needs.needs,
    needsCount: needs.count,
    duties: waitsFirst(duties),
    figures,
    flow,
    months,
  };
};
