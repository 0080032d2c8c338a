import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { membersWhoWorked } from "#server/audit/workers.ts";
import type { Database, Db } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { join, raw, sql } from "#server/db/sql.ts";
import { bindActor, listConditions } from "#server/http/list-conditions.ts";
import { listQuery } from "#server/http/list.ts";
import { allCountedRecords, type CountedRecords } from "#server/operation/counted-records.ts";
import { runsMachine } from "#server/operation/running-agency.ts";
import { visitsByMonth } from "#areas/platform/platform.server.ts";
import type { MetricsRow } from "./metrics.model.ts";

const monthRow = z.object({ month: z.string(), count: z.number() });
type Month = z.output<typeof monthRow>;

/** The last `n` months up to the agency's today, oldest first: YYYY-MM. */
export const monthsBefore = (today: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => {
    const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() - (n - 1 - at));
    return first.toISOString().slice(0, 7);
  });

const lastDay = (month: string): string => {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return utcDay(day);
};

/** The filters of a list that hold what a month counts. */
const queryOf = ({ day, fixed }: CountedRecords, from: string, to: string): string =>
  `${fixed ? `${fixed}&` : ""}${day}.min=${from}-01&${day}.max=${lastDay(to)}`;

const countsOf = (
  db: Db,
  actor: Actor,
  records: CountedRecords,
  months: readonly string[],
): Promise<Month[]> => {
  const { list, day } = records;
  const asked = queryOf(records, months[0]!, months.at(-1)!);
  const query = listQuery(list).parse(Object.fromEntries(new URLSearchParams(asked)));
  return rowsAs(
    db,
    monthRow,
    sql`
      select
        to_char(${bindActor(list.filters[day]!.sql, actor)}, 'YYYY-MM') as month,
        count(*)::int as count
      from ${raw(list.from)}
      where ${join(listConditions(list, actor, query), " and ")}
      group by 1
    `,
  );
};

const inOrder = (months: readonly string[], counts: readonly Month[]): number[] =>
  months.map((month) => counts.find((each) => each.month === month)?.count ?? 0);

const rowOf = async (
  db: Db,
  actor: Actor,
  records: CountedRecords,
  months: readonly string[],
): Promise<MetricsRow["rows"][number]> => ({
  name: records.name,
  group: records.group,
  label: records.label,
  counts: inOrder(months, await countsOf(db, actor, records, months)),
  links: months.map((month) => {
    const query = `${records.day}.min=${month}-01&${records.day}.max=${lastDay(month)}`;
    return `${records.page}${records.page.includes("?") ? "&" : "?"}${query}`;
  }),
});

const mostPages = 20;

const visitsOf = async (
  database: Database,
  months: readonly string[],
): Promise<NonNullable<MetricsRow["visits"]>> => {
  const visits = await visitsByMonth(database, months[0]!);
  const paths = [...new Set(visits.map(({ path }) => path))];
  const pages = paths.map((path) => ({
    path,
    counts: inOrder(
      months,
      visits.filter((each) => each.path === path),
    ),
  }));
  const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);
  return {
    counts: months.map((_, at) => sum(pages.map(({ counts }) => counts[at]!))),
    pages: pages.toSorted((a, b) => sum(b.counts) - sum(a.counts)).slice(0, mostPages),
  };
};

/** How much the agency works, in counts by month; nothing of it follows a person. */
export const readMetrics = async (
  database: Database,
  db: Db,
  actor: Actor,
  n: number,
): Promise<MetricsRow> => {
  const months = monthsBefore(businessDate(actor), n);
  const counted = allCountedRecords().filter(({ permission }) => actor.permissions.has(permission));
  const [rows, worked, runs] = await Promise.all([
    Promise.all(counted.map((records) => rowOf(db, actor, records, months))),
    membersWhoWorked(db, months[0]!),
    runsMachine(database, actor),
  ]);
  return {
    months,
    rows,
    worked: { counts: inOrder(months, worked), link: "/user-management" },
    visits: runs ? await visitsOf(database, months) : null,
  };
};
