import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { oneAs, rowsAs } from "#server/db/read-as.ts";
import { join, raw, sql } from "#server/db/sql.ts";
import { bindActor, listConditions } from "#server/http/list-conditions.ts";
import {
  boardCard,
  boardColumns,
  type Board,
  type BoardCard,
  type BoardGroup,
} from "./board.model.ts";
import { allStages, listQueryOf, type Stage } from "./stage.service.ts";

/** Cards per stage; the list behind the stage shows the rest. */
const cardsPerStage = 4;

type AnyStage = Stage<string>;

const hrefOf = (stage: AnyStage, query: Record<string, string>) =>
  `${stage.page}?${new URLSearchParams(query).toString()}`;

const cardRow = boardCard
  .omit({ href: true, suggestion: true, ageDays: true })
  .extend({ method: z.string().nullable(), count: z.number(), total: z.number() });
type Row = z.output<typeof cardRow>;
const medianRow = z.object({ median: z.number().nullable(), measured: z.number() });

const finish = (actor: Actor, stage: AnyStage, row: Row, now: Date, today: string): BoardCard => {
  const { count: _c, total: _t, method, ...rest } = row;
  const card = {
    ...rest,
    href: stage.card.href(row.id),
    ageDays: Math.max(0, Math.floor((now.getTime() - Date.parse(row.since)) / 86_400_000)),
  };
  const suggestion =
    stage.suggestion && actor.permissions.has(stage.suggestion.permission)
      ? stage.suggestion.applies({ ...card, method }, today)
      : null;
  return { ...card, suggestion };
};

const readCards = (db: Db, actor: Actor, stage: AnyStage, query: Record<string, string>) => {
  const { list, card } = stage;
  const amount = card.amount ?? "null::bigint";
  const where = listConditions(list, actor, listQueryOf(list, query));
  return rowsAs(
    db,
    cardRow,
    sql`
      select ${bindActor(`${list.alias}.id, ${list.alias}.number, ${card.title} as title, ${card.sub} as sub, ${card.owner} as owner, ${amount} as amount, ${card.emergency} as emergency, ${card.since} as since, ${card.deadline ?? "null"}::text as deadline, ${card.method ?? "null"}::text as method, count(*) over () as count, coalesce(sum(${amount}) over (), 0)::bigint as total from ${list.from}`, actor)}
      where ${join(where, " and ")} ${raw(`order by since, ${list.alias}.id limit ${cardsPerStage}`)}
    `,
  );
};

const readMedian = async (
  db: Db,
  actor: Actor,
  stage: AnyStage,
  departmentId: string | null,
): Promise<{ median: number | null; measured: number }> => {
  if (!stage.stayed) return { median: null, measured: 0 };
  return oneAs(
    db,
    medianRow,
    sql`
      select
        round(percentile_cont(0.5) within group (order by days)::numeric, 1)::float as median,
        count(*) as measured
      from (${stage.stayed(actor, departmentId)}) left_lately
      where days is not null
    `,
  );
};

const readGroup = async (
  db: Db,
  actor: Actor,
  stage: AnyStage,
  departmentId: string | null,
  now: Date,
  today: string,
): Promise<BoardGroup> => {
  const query: Record<string, string> = {
    ...stage.query(today),
    ...(departmentId ? { departmentId } : {}),
  };
  const [rows, { median, measured }] = await Promise.all([
    readCards(db, actor, stage, query),
    readMedian(db, actor, stage, departmentId),
  ]);
  return {
    id: stage.id,
    label: stage.label,
    count: rows[0]?.count ?? 0,
    amount: stage.card.amount === null ? null : (rows[0]?.total ?? 0),
    href: hrefOf(stage, query),
    medianDays: median,
    measured,
    slowest: false,
    cards: rows.map((row) => finish(actor, stage, row, now, today)),
  };
};

/**
 * The way from need to payment: per stage the count and cents of the list behind it, the oldest
 * cards, and the median days that records
 * stayed there (over those that left in 180 days). Marks the slowest stage in which something
 * waits. Bounded: a fixed number of queries and cards.
 */
export const readBoard = (db: Db, actor: Actor, departmentId: string | null): Promise<Board> =>
  boardOf(db, actor, { stages: allStages(), columns: boardColumns, departmentId });

type Asked<C extends string> = {
  stages: readonly Stage<C>[];
  columns: Readonly<Record<C, string>>;
  departmentId: string | null;
};

/** The same of other stages in columns of their own. */
export const boardOf = async <C extends string>(
  db: Db,
  actor: Actor,
  { stages, columns: labels, departmentId }: Asked<C>,
): Promise<Board<C>> => {
  const [now, today] = [businessNow(actor), businessDate(actor)];
  const groups = await Promise.all(
    stages.map((stage) => readGroup(db, actor, stage, departmentId, now, today)),
  );
  const slowest = groups
    .filter((g) => g.count > 0 && g.measured >= 3 && (g.medianDays ?? 0) > 0)
    .toSorted((a, b) => (b.medianDays ?? 0) - (a.medianDays ?? 0))[0];
  const columns = (Object.keys(labels) as C[]).map((id) => {
    const own = groups
      .filter((_, at) => stages[at]?.column === id)
      .map((g) => ({ ...g, slowest: g === slowest }));
    return {
      id,
      label: labels[id],
      count: own.reduce((n, g) => n + g.count, 0),
      amount: own.every((g) => g.amount === null)
        ? null
        : own.reduce((n, g) => n + (g.amount ?? 0), 0),
      groups: own,
    };
  });
  return { asOf: now.toISOString(), columns };
};
