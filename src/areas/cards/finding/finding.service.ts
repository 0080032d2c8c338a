import { systemActor, type Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { change } from "#server/change.ts";
import { actionsAsked, asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { cardNoun } from "../card/card.noun.ts";
import { cardFinding, cardLine } from "../cards.tables.ts";
import { cardRulesToday } from "../rule/card-rule.service.ts";
import { findingList } from "./finding.list.ts";
import type { FindingDetail, FindingRow } from "./finding.model.ts";
import { findingNoun, type FindingStored } from "./finding.noun.ts";
import { watchLines } from "./watch.service.ts";

/**
 * Settles a finding with the reason, by somebody who neither answers for it nor holds the card. 403, 404, 409,
 * 412, 422 without a reason.
 */
export const settleFinding = (tx: Tx, actor: Actor, at: TakenStep): Promise<FindingStored> =>
  transition(tx, actor, findingNoun, {
    ...at,
    action: "settle",
    effect: () =>
      Promise.resolve({
        patch: {
          ...{ reason: at.reason?.trim() ?? "", settledBy: actor.personId },
          ...{ settledName: actor.name ?? "", settledAt: businessNow(tx.scope).toISOString() },
        },
      }),
  });

/** A finding with the lines that belong to it. 404. */
export const readFinding = async (db: Db, actor: Actor, id: string): Promise<FindingDetail> => {
  const row = await getRow(db, cardFinding, id, "card finding");
  const line = await getRow(db, cardLine, row.lineId, "card line");
  const system: Actor = { ...actor, kind: "system" };
  const [{ items }, others, actions] = await Promise.all([
    runList<FindingRow>(db, system, findingList, { id: [id], limit: 1 }),
    db.rows<FindingDetail["others"][number]>(sql`
      select id, number, merchant, cents, purchased_on
      from card_line
      where org_id = ${db.scope.orgId} and id = any(${[row.lineId, ...row.others]}::uuid[])
      order by purchased_on, number
    `),
    actionsAsked(db, actor, findingNoun, { ...row, holderId: line.holderId }),
  ]);
  return {
    ...items[0]!,
    ...{ cardId: row.cardId, citation: row.citation, suspended: row.suspended },
    ...{ settledAt: row.settledAt, others, actions },
  };
};

type Open = {
  id: string;
  number: string;
  cardId: string;
  ownerId: string;
  says: string;
  dueOn: Day;
  lastFour: string;
  cardStatus: string;
};

const openUntil = (tx: Tx, until: Day) =>
  tx.rows<Open>(sql`
    select
      f.id, f.number, f.card_id, f.owner_id, f.says, f.due_on, c.last_four, c.status as card_status
    from card_finding f
    join purchase_card c on c.org_id = f.org_id and c.id = f.card_id
    where f.org_id = ${tx.scope.orgId}
      and f.status = 'open'
      and not f.suspended
      and f.due_on <= ${until}
    order by f.due_on, f.number
    limit 500
  `);

const suspend = async (tx: Tx, actor: Actor, finding: Open): Promise<void> => {
  const why = `${finding.number} was due on ${formatDate(finding.dueOn)}: ${finding.says}`;
  const { status } = await tx.one<{ status: string }>(sql`
    select status
    from purchase_card
    where org_id = ${tx.scope.orgId} and id = ${finding.cardId}
  `);
  if (status === "active")
    await transition(tx, asSystem(actor), cardNoun, {
      ...{ id: finding.cardId, action: "suspend", reason: why },
      effect: () => Promise.resolve({ patch: { statusReason: why } }),
    });
  await change(tx, asSystem(actor), findingNoun, {
    ...{ id: finding.id, action: "suspendCard" },
    patch: { suspended: true },
  });
  notify(tx, [finding.ownerId], {
    kind: "purchaseCard.suspend",
    title: `The card ending in ${finding.lastFour} is suspended`,
    body: why,
    link: `/payments/card-findings/${finding.id}`,
  });
};

/**
 * The morning of cards: lines that are not approved are watched by the rules of the day, an overdue finding
 * suspends its card, and one that will be overdue is told of some days before.
 */
export const cardsMorning = async (tx: Tx, orgId: string): Promise<void> => {
  const actor = systemActor(orgId);
  const lines = await tx.rows<{ id: string }>(sql`
    select id
    from card_line
    where org_id = ${orgId} and status <> 'approved'
    order by posted_on
    limit 5000
  `);
  await watchLines(
    tx,
    lines.map(({ id }) => id),
  );
  const today = businessDate(tx.scope) as Day;
  const { warnDays } = await cardRulesToday(tx);
  for (const finding of await openUntil(tx, addDays(today, warnDays)))
    if (finding.dueOn < today) await suspend(tx, actor, finding);
    else if (finding.dueOn === addDays(today, warnDays) && finding.cardStatus === "active")
      notify(tx, [finding.ownerId], {
        kind: "cardFinding.due",
        title: `The card ending in ${finding.lastFour} is suspended after ${formatDate(finding.dueOn)}`,
        body: `${finding.number} is not settled: ${finding.says}`,
        link: `/payments/card-findings/${finding.id}`,
      });
};
