import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { accountFacts, segmentCodeOf } from "#areas/budget/budget.server.ts";
import { departmentById, membersNamed } from "#areas/organization/organization.server.ts";
import { award } from "../grants.tables.ts";
import { awardList } from "./award.list.ts";
import { classes, type Award, type AwardDetail } from "./award.model.ts";
import { awardNoun, type AwardRecord } from "./award.noun.ts";
import { booksOf, budgetOf, receivedOf, type Books } from "./books.service.ts";
import { termsOf } from "./terms.service.ts";
import { wageLawOf } from "./wages.model.ts";

const columns = Object.entries(awardList.columns)
  .filter(([, column]) => !column.exportOnly)
  .map(([name, column]) => `${column.sql} as "${name}"`)
  .join(", ");

/** A row of the list of awards by its id. 404. */
const awardRowOf = async (db: Db, id: string): Promise<Award> => {
  const row = await db.maybe<Award>(
    bind(
      `
        select ${columns.replaceAll("$today", "$3")}
        from grant_award w
        where w.org_id = $1 and w.id = $2
      `,
      [db.scope.orgId, id, businessDate(db.scope)],
    ),
  );
  if (!row) throw notFound("award");
  return row;
};

const lateReports = (db: Db, awardId: string) =>
  db.rows<{ number: string; dueOn: Day }>(sql`
    select number, due_on
    from grant_report
    where org_id = ${db.scope.orgId}
      and award_id = ${awardId}
      and status in ('due', 'prepared', 'certified')
      and due_on < ${businessDate(db.scope)}
    order by due_on
  `);

const attentionOf = async (db: Db, w: AwardRecord, uncovered: number): Promise<string[]> => {
  const lost = uncovered
    ? [`${formatCents(uncovered)} that were drawn have no payment behind them any more.`]
    : [];
  // What is owed to the grantor is owed after the closeout too (2 CFR 200.345, 200.346).
  if (w.status !== "active" && w.status !== "amended") return lost;
  return [
    ...(await lateReports(db, w.id)).map(
      (r) => `Report ${r.number} was due on ${formatDate(r.dueOn)}.`,
    ),
    ...lost,
    ...(w.periodTo < businessDate(db.scope)
      ? [`Its period ended on ${formatDate(w.periodTo)}; end it and begin the closeout.`]
      : []),
    ...(w.attention ? [w.attention] : []),
  ];
};

const byClass = (
  budget: Awaited<ReturnType<typeof budgetOf>>,
  { costs, claims }: Books,
): AwardDetail["classes"] => {
  const classOf = new Map(costs.map((c) => [c.id, c.objectClass]));
  const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
    rows.reduce((n, row) => n + of(row), 0);
  return classes
    .map((objectClass) => {
      const own = costs.filter((c) => c.objectClass === objectClass);
      return {
        objectClass,
        budget: budget.find((b) => b.objectClass === objectClass)?.cents ?? 0,
        cost: sum(own, (c) => c.cents),
        paid: sum(own, (c) => c.paid),
        claimed: sum(
          claims.filter((c) => classOf.get(c.costLineId) === objectClass),
          (c) => c.cents,
        ),
      };
    })
    .filter((c) => c.budget || c.cost || c.claimed);
};

type Override = Omit<AwardDetail["overrides"][number], "account" | "requester" | "grantedBy"> & {
  accountStringId: string;
  requesterId: string;
  grantedBy: string;
};
const overridesOf = async (db: Db, awardId: string): Promise<AwardDetail["overrides"]> => {
  const rows = await db.rows<Override>(sql`
    select id, account_string_id, requester_id, most, reason, granted_by, expires_on
    from term_override
    where org_id = ${db.scope.orgId} and award_id = ${awardId}
    order by granted_at desc
    limit 50
  `);
  const [people, accounts] = await Promise.all([
    membersNamed(db, { ids: rows.flatMap((r) => [r.requesterId, r.grantedBy]) }),
    accountFacts(
      db,
      rows.map((r) => r.accountStringId),
    ),
  ]);
  const nameOf = (id: string) => people.find((p) => p.id === id)?.name ?? "";
  return rows.map(({ accountStringId, requesterId, grantedBy, ...r }) => ({
    ...r,
    account: accounts.get(accountStringId)!.code,
    requester: nameOf(requesterId),
    grantedBy: nameOf(grantedBy),
  }));
};

/** An award with its books: budget, costs and claims by class, terms, and what needs attention. */
export const readAward = async (db: Db, actor: Actor, id: string): Promise<AwardDetail> => {
  const [row, w] = await Promise.all([awardRowOf(db, id), getRow(db, award, id, "award")]);
  const [books, budget, terms, overrides, received, owner, department, segment] = await Promise.all(
    [
      booksOf(db, w),
      budgetOf(db, id),
      termsOf(db, id),
      overridesOf(db, id),
      receivedOf(db, id),
      w.ownerId ? membersNamed(db, { ids: [w.ownerId] }) : [],
      w.departmentId ? departmentById(db, w.departmentId) : null,
      w.segmentId ? segmentCodeOf(db, w.segmentId) : null,
    ],
  );
  const paidIds = new Set(received.map((r) => r.id));
  const uncovered = books.claims.reduce((n, c) => n + c.uncovered, 0);
  return {
    ...w,
    ...row,
    wageLaw: wageLawOf(w.assistanceListing, w.periodFrom),
    segment,
    department: department?.name ?? null,
    owner: owner[0]?.name ?? null,
    attention: await attentionOf(db, w, uncovered),
    terms,
    budget,
    classes: byClass(budget, books),
    accounts: books.accounts,
    overrides,
    uncovered,
    cash: books.claims.reduce(
      (n, c) => n + (c.share === "federal" && paidIds.has(c.claimerId) ? c.uncovered : 0),
      0,
    ),
    canEdit:
      w.status !== "closed" && w.status !== "declined" && actor.permissions.has("grant.edit"),
    actions: actionsFor(actor, awardNoun, w),
  };
};

/** The award of this title, null where there is none. */
export const awardByTitle = (
  db: Db,
  title: string,
): Promise<{ id: string; segmentId: string | null } | null> =>
  db.maybe(sql`
    select id, segment_id
    from grant_award
    where org_id = ${db.scope.orgId} and title = ${title}
    limit 1
  `);

/** An award as others name it; `listing`: the number that federal papers name it by. 404. */
export const awardNamed = async (
  db: Db,
  id: string,
): Promise<{
  number: string;
  listing: string;
  title: string;
  periodFrom: string;
  federal: boolean;
}> => {
  const found = await getRow(db, award, id, "award");
  const { number, assistanceListing, title, periodFrom, federal } = found;
  return { number, listing: assistanceListing || number, title, periodFrom, federal };
};
