import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { invoicesAlike } from "#areas/finance/finance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { excludedNames } from "#areas/vendors/vendors.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { inGroup } from "../card/group.model.ts";
import { groupsInForce } from "../card/group.service.ts";
import type { CardRules } from "../rule/card-rule.model.ts";
import { cardRulesToday } from "../rule/card-rule.service.ts";
import { kindLabels, type FindingKind } from "./finding.labels.ts";
import { findingNoun } from "./finding.noun.ts";
import { findingsOf, type Found, type WatchedLine } from "./watch.model.ts";

type Read = Omit<WatchedLine, "blockedBy" | "excluded" | "invoiced"> & {
  groups: string[];
  vendorId: string | null;
  holderName: string;
  administratorId: string;
  administratorName: string;
};

// The lines that are asked of, with all that stand near them: of the same merchant, of the same card and cycle.
const linesNear = (db: Db, ids: readonly string[], days: number): Promise<Read[]> =>
  db.rows<Read>(sql`
    with wanted as materialized (
      select merchant_id, card_id, cycle_id, purchased_on
      from card_line
      where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
    ),
    near as materialized (
      select l.id
      from wanted w
      join card_line l on l.org_id = ${db.scope.orgId} and l.merchant_id = w.merchant_id
      where l.purchased_on between w.purchased_on - ${days}::int and w.purchased_on + ${days}::int
      union
      select l.id
      from (select distinct card_id, cycle_id from wanted where cycle_id is not null) w
      join card_line l
        on l.org_id = ${db.scope.orgId}
        and l.card_id = w.card_id
        and l.cycle_id = w.cycle_id
      union
      select unnest(${[...ids]}::uuid[])
    )
    select
      l.id, l.number, l.holder_id, l.department_id, l.card_id, l.merchant_id, l.merchant,
      l.category, l.posted_on, l.purchased_on, l.cents, l.tax_cents,
      jsonb_array_length(l.receipt_file_ids) as receipts, l.lost_receipt, l.cycle_id,
      c.per_purchase, c.per_cycle, c.groups, c.holder_name, c.administrator_id,
      c.administrator_name, m.vendor_id
    from near n
    join card_line l on l.org_id = ${db.scope.orgId} and l.id = n.id
    join purchase_card c on c.org_id = l.org_id and c.id = l.card_id
    join card_merchant m on m.org_id = l.org_id and m.id = l.merchant_id
    order by l.purchased_on, l.number
  `);

type Groups = Awaited<ReturnType<typeof groupsInForce>>;

// A card that names groups buys in these only; another one in all that are not blocked.
const blockOf = ({ category, groups }: Read, all: Groups): string | null => {
  if (category === "") return null;
  const its = all.filter(({ codes }) => inGroup(codes, category));
  const blocked = its.find((group) => group.blocked && !groups.includes(group.definitionId));
  if (blocked) return `in a blocked category: ${blocked.name}`;
  return groups.length === 0 || its.some(({ definitionId }) => groups.includes(definitionId))
    ? null
    : "outside of what the card buys in";
};

const watched = async (
  tx: Tx,
  lines: readonly Read[],
  wanted: ReadonlySet<string>,
  days: number,
) => {
  const asked = lines.filter(({ id, cents }) => wanted.has(id) && cents > 0);
  const [groups, excluded, invoiced] = await Promise.all([
    groupsInForce(tx),
    excludedNames(tx, [...new Set(asked.map(({ merchant }) => merchant))]),
    invoicesAlike(
      tx,
      asked.flatMap(({ id, vendorId, cents, purchasedOn: on }) =>
        vendorId
          ? [{ key: id, vendorId, cents, from: addDays(on, -days), until: addDays(on, days) }]
          : [],
      ),
    ),
  ]);
  return lines.map((line): WatchedLine => {
    const party = excluded.get(line.merchant);
    return {
      ...line,
      blockedBy: blockOf(line, groups),
      excluded: party ? `${line.merchant} may be ${party}, which is excluded.` : null,
      invoiced: invoiced.get(line.id) ?? null,
    };
  });
};

type Kept = { id: string; kind: FindingKind; lineId: string; status: string };

const enter = async (tx: Tx, actor: Actor, line: Read, found: Found, rules: CardRules) => {
  const byKeeper = found.kind === "invoiced" || found.kind === "excluded";
  const [ownerId, ownerName] = byKeeper
    ? [line.administratorId, line.administratorName]
    : [line.holderId, line.holderName];
  const row = await create(tx, actor, findingNoun, {
    number: { kind: "CFI" },
    row: {
      ...{ id: newId(), orgId: tx.scope.orgId!, kind: found.kind, says: found.says, ownerId },
      ...{ ownerName, lineId: line.id, cardId: line.cardId, others: found.others },
      citation: rules.citation,
      dueOn: addDays(businessDate(tx.scope), rules.settleDays),
    },
  });
  notify(tx, [ownerId], {
    kind: "cardFinding.create",
    title: `${kindLabels[found.kind]}: ${line.merchant}`,
    body: found.says,
    link: `/payments/card-findings/${row.id}`,
  });
};

/**
 * Watches lines by the rules of today: what is found is kept once for each line and kind, what is found no more is
 * cleared. What somebody settled stays settled.
 */
export const watchLines = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const actor = systemActor(tx.scope.orgId!);
  const rules = await cardRulesToday(tx);
  const near = await linesNear(tx, ids, Math.max(rules.splitDays, 1));
  const all = new Set(near.map(({ id }) => id));
  const wanted = new Set(ids.filter((id) => all.has(id)));
  const lines = await watched(tx, near, wanted, rules.invoiceDays);
  const found = findingsOf(lines, wanted, rules, businessDate(tx.scope) as Day);
  const kept = await tx.rows<Kept>(sql`
    select id, kind, line_id, status
    from card_finding
    where org_id = ${tx.scope.orgId} and line_id = any(${[...wanted]}::uuid[])
  `);
  const same = (a: { kind: string; lineId: string }, b: { kind: string; lineId: string }) =>
    a.kind === b.kind && a.lineId === b.lineId;
  for (const one of found) {
    const before = kept.find((each) => same(each, one));
    if (!before)
      await enter(
        tx,
        actor,
        near.find(({ id }) => id === one.lineId)!,
        one,
        rules,
      );
    else if (before.status === "cleared")
      await transition(tx, actor, findingNoun, { id: before.id, action: "again" });
  }
  for (const before of kept)
    if (before.status === "open" && !found.some((one) => same(before, one)))
      await transition(tx, actor, findingNoun, { id: before.id, action: "clear" });
};
