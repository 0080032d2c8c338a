import type { Actor } from "#kernel/access.ts";
import { daysBetween } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { paperCards } from "../closeout/cards.service.ts";
import { certificateCards } from "../completion/cards.service.ts";
import { logCards } from "../log/cards.service.ts";
import { payCards } from "../pay/cards.service.ts";
import { payrollCards } from "../payroll/cards.service.ts";
import { punchCards } from "../punch/cards.service.ts";
import { rfiCards } from "../question/cards.service.ts";
import { scheduleCards } from "../schedule/waiting.service.ts";
import { submittalCards } from "../submittal/cards.service.ts";
import type { BoardCard, ConstructionBoard } from "./board.model.ts";
import type { CourtCards } from "./cards.ts";

/** What stands on the board: each noun gives its cards by one function. */
const courtCards: readonly CourtCards[] = [
  rfiCards,
  submittalCards,
  payCards,
  punchCards,
  paperCards,
  payrollCards,
  logCards,
  certificateCards,
  scheduleCards,
];

const late = "9999-12-31";
const byDay = (a: BoardCard, b: BoardCard): number =>
  (a.dueOn ?? late).localeCompare(b.dueOn ?? late) ||
  (b.days ?? 0) - (a.days ?? 0) ||
  a.number.localeCompare(b.number);

const sitesOf = (db: Db, actor: Actor): Promise<ConstructionBoard["sites"]> => {
  const inspects = JSON.stringify([{ personId: actor.personId }]);
  const mine = sql`
    (
      p.inspectors @> ${inspects}::jsonb
      or p.engineer_id is not distinct from ${actor.personId}::uuid
    )
  `;
  return db.rows<ConstructionBoard["sites"][number]>(sql`
    select
      p.id, p.number, p.name, ${mine} as mine,
      (
        select d.id
        from daily_log d
        where d.org_id = p.org_id
          and d.project_id = p.id
          and d.day = ${businessDate(db.scope)}::date
          and d.author_id = ${actor.personId}
          and d.status <> 'discarded'
      ) as today_id
    from project p
    where p.org_id = ${db.scope.orgId} and p.status = 'active'
    order by mine desc, p.number
    limit 30
  `);
};

/** What waits for whom over all projects, by day, and where the asker writes today's log. */
export const readBoard = async (db: Db, actor: Actor): Promise<ConstructionBoard> => {
  const today = businessDate(db.scope);
  const [brought, sites] = await Promise.all([
    Promise.all(courtCards.map((of) => of(db))),
    sitesOf(db, actor),
  ]);
  const open = brought.flat();
  // What ended waits for nobody, whatever its records say.
  const named = await db.rows<{ id: string; name: string }>(sql`
    select id, name
    from project
    where org_id = ${db.scope.orgId}
      and id = any(${[...new Set(open.map((card) => card.projectId))]}::uuid[])
      and status not in ('cancelled', 'closed')
  `);
  const nameOf = new Map(named.map(({ id, name }) => [id, name]));
  const cards = open.filter(({ projectId }) => nameOf.has(projectId));
  return {
    cards: cards
      .map(({ since, ...card }): BoardCard => ({
        ...card,
        project: nameOf.get(card.projectId) ?? "",
        days: since && daysBetween(since, today),
        overdue: card.dueOn !== null && card.dueOn < today,
      }))
      .toSorted(byDay),
    toCertify: cards.filter((card) => card.kind === "payApplication" && card.column === "ours")
      .length,
    sites,
  };
};
