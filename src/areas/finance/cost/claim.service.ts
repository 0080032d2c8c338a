import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { RecordName } from "#server/noun.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { costClaim } from "./cost.tables.ts";
import { coverClaims } from "./cover.service.ts";
import { heldOf } from "./held.service.ts";

/** For what a cost is taken: two shares of a grant, or a bill to an agency that is served. */
export type ClaimShare = "federal" | "match" | "billed";

/** Who takes costs: the kind of its record, the record, and what pays in the end. */
export type ClaimOf = {
  kind: string;
  id: string;
  number: string;
  funderId: string;
  funderNumber: string;
};
/**
 * Cents of one line; negative cents give back. `ahead` takes of what is charged but not paid. What is
 * given back is free again once it is `settled`: the money went back, or never came.
 */
export type Wanted = {
  costLineId: string;
  cents: number;
  share: ClaimShare;
  ahead?: boolean;
  settled?: boolean;
};

type Line = { id: string; documentNumber: string; room: number; claimed: number };

const lockedLines = (tx: Tx, wanted: readonly Wanted[]) =>
  tx.rows<{ id: string }>(sql`
    select id
    from cost_line
    where org_id = ${tx.scope.orgId}
      and id = any(${[...new Set(wanted.map((w) => w.costLineId))]}::uuid[])
    order by id
    for update
  `);

const explain = async (tx: Tx, ids: readonly string[]) => {
  const [line] = await tx.rows<Line>(sql`
    select c.id, c.document_number, c.paid - c.moved as room, c.claimed - ${pending} as claimed
    from cost_line c
    where c.org_id = ${tx.scope.orgId} and c.id = any(${[...ids]}::uuid[])
    order by c.document_number
    limit 1
  `);
  const held = line ? await heldOf(tx, [line.id]) : [];
  const takers = held.map(({ funderNumber, claimers }) => `${funderNumber} in ${claimers}`);
  const by = takers.length > 0 ? ` Taken by ${takers.join("; ")}.` : "";
  return conflict(
    "cost_claimed",
    line
      ? `${line.documentNumber}: ${formatCents(line.room)} of this cost are paid, and ${formatCents(line.claimed)} are claimed already, or given back and not settled.${by} Load the costs again and choose from what is left.`
      : "One of these costs does not exist any more.",
  );
};

// What requests give back of a line whose money did not go back yet: nobody takes it before that.
const pending = sql`
  coalesce(
    (
      select sum(k.cents)::bigint
      from cost_claim k
      where k.org_id = c.org_id
        and k.cost_line_id = c.id
        and k.live
        and not k.settled
        and sign(k.cents) <> sign(c.cents)
    ),
    0
  )
`;

// What is charged of a line without what others take of it, paid or not.
const ahead = sql`
  (case
    when c.moves_id is not null then 0
    else c.cents + least(
      -c.moved,
      coalesce(
        (
          select sum(m.cents)::bigint
          from cost_line m
          where m.org_id = c.org_id and m.moves_id = c.id
        ),
        0
      )
    )
  end)
`;

// One conditional update adds up what is claimed; lines without enough room are left as they are.
const addUp = (tx: Tx, lines: readonly (readonly [string, { cents: number; ahead: boolean }])[]) =>
  tx.rows<{ id: string }>(sql`
    update cost_line c
    set claimed = c.claimed + t.cents
    from unnest(
      ${lines.map(([id]) => id)}::uuid[], ${lines.map(([, s]) => s.cents)}::bigint[],
      ${lines.map(([, s]) => s.ahead)}::boolean[]
    ) as t(id, cents, ahead)
    where c.org_id = ${tx.scope.orgId}
      and c.id = t.id
      and (
        c.claimed + t.cents between least(
          0, case when t.ahead and c.reversed_on is null then ${ahead} else c.paid - c.moved end
        ) and greatest(
          0, case when t.ahead and c.reversed_on is null then ${ahead} else c.paid - c.moved end
        )
        or t.cents < 0
        and c.claimed > greatest(0, c.paid - c.moved)
        and c.claimed + t.cents >= least(0, c.paid - c.moved)
        or t.cents > 0
        and c.claimed < least(0, c.paid - c.moved)
        and c.claimed + t.cents <= greatest(0, c.paid - c.moved)
      )
      and (
        sign(t.cents) <> sign(c.cents)
        or abs(c.claimed - ${pending} + t.cents) <= abs(case
          when t.ahead and c.reversed_on is null then ${ahead}
          else c.paid - c.moved
        end)
      )
    returning c.id
  `);

/**
 * Takes cents of cost lines. One conditional update adds them up, so that all live claims together
 * never exceed what is paid of a line (of what is charged, for `ahead`), whoever asks at the same
 * time; what gives back an uncovered claim is always taken. All or nothing: 409 names a line with too
 * little left.
 */
export const claimCost = async (
  tx: Tx,
  actor: Actor,
  by: ClaimOf,
  wanted: readonly Wanted[],
): Promise<void> => {
  const asked = wanted.filter((w) => w.cents !== 0);
  if (asked.length === 0) return;
  await lockedLines(tx, asked);
  const sums = new Map<string, { cents: number; ahead: boolean }>();
  for (const w of asked) {
    const sum = sums.get(w.costLineId) ?? { cents: 0, ahead: false };
    sums.set(w.costLineId, {
      cents: sum.cents + w.cents,
      ahead: sum.ahead || w.ahead === true,
    });
  }
  const lines = [...sums];
  const taken = await addUp(tx, lines);
  if (taken.length !== lines.length) {
    const got = new Set(taken.map((l) => l.id));
    throw await explain(
      tx,
      lines.map(([id]) => id).filter((id) => !got.has(id)),
    );
  }
  await insertRows(
    tx,
    costClaim,
    asked.map((w) => ({
      orgId: actor.orgId!,
      id: newId(),
      costLineId: w.costLineId,
      claimerKind: by.kind,
      claimerId: by.id,
      claimerNumber: by.number,
      funderId: by.funderId,
      funderNumber: by.funderNumber,
      share: w.share,
      cents: w.cents,
      ahead: w.ahead ?? false,
      settled: w.settled ?? false,
      createdBy: actor.personId,
    })),
  );
  await coverClaims(
    tx,
    actor,
    lines.map(([id]) => id),
    "it is drawn ahead of its payment",
  );
};

/** Says that the money of a request came or went: what it gave back is free for others now. */
export const settleClaims = async (tx: Tx, claimerId: string): Promise<void> => {
  await tx.rows(sql`
    update cost_claim
    set settled = true
    where org_id = ${tx.scope.orgId} and claimer_id = ${claimerId} and live and not settled
  `);
};

/** Gives back all that a record claims; what it claimed stays on file, ended. */
export const releaseClaim = async (tx: Tx, actor: Actor, claimerId: string): Promise<void> => {
  const lines = await tx.rows<{ id: string }>(sql`
    select l.id
    from cost_line l
    where l.org_id = ${tx.scope.orgId}
      and l.id in (
        select c.cost_line_id
        from cost_claim c
        where c.org_id = ${tx.scope.orgId} and c.claimer_id = ${claimerId} and c.live
      )
    order by l.id
    for update
  `);
  await tx.rows(sql`
    with ended as (
      update cost_claim
      set live = false, uncovered = 0
      where org_id = ${tx.scope.orgId} and claimer_id = ${claimerId} and live
      returning cost_line_id, cents
    )
    update cost_line l
    set claimed = l.claimed - e.cents
    from (select cost_line_id, sum(cents)::bigint as cents from ended group by 1) e
    where l.org_id = ${tx.scope.orgId} and l.id = e.cost_line_id
  `);
  await coverClaims(
    tx,
    actor,
    lines.map((l) => l.id),
    "another claim was given back",
  );
};

/** A claim with the cost that it takes from. */
export type ClaimRow = {
  id: string;
  costLineId: string;
  claimerId: string;
  claimerNumber: string;
  funderId: string;
  funderNumber: string;
  share: ClaimShare;
  cents: number;
  uncovered: number;
  ahead: boolean;
};

/** The live claims of a funder, of one of its records, or of lines; oldest first. */
export const liveClaims = (
  db: Db,
  of: { funderId?: string; claimerId?: string; costLineIds?: readonly string[] },
): Promise<ClaimRow[]> =>
  db.rows<ClaimRow>(sql`
    select
      id, cost_line_id, claimer_id, claimer_number, funder_id, funder_number, share, cents,
      uncovered, ahead
    from cost_claim
    where org_id = ${db.scope.orgId}
      and live
      and (${of.funderId ?? null}::uuid is null or funder_id = ${of.funderId ?? null}::uuid)
      and (${of.claimerId ?? null}::uuid is null or claimer_id = ${of.claimerId ?? null}::uuid)
      and (
        ${of.costLineIds === undefined}::boolean
        or cost_line_id = any(${[...(of.costLineIds ?? [])]}::uuid[])
      )
    order by created_at, id
  `);

/** The bills whose costs a claimer (a drawdown, a request) holds. */
export const invoicesClaimed = async (db: Db, claimerId: string): Promise<RecordName[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct l.invoice_id as id
    from cost_claim c
    join cost_line l on l.org_id = c.org_id and l.id = c.cost_line_id
    where c.org_id = ${db.scope.orgId}
      and c.live
      and c.claimer_id = ${claimerId}
      and l.invoice_id is not null
  `);
  return rows.map((row) => ({ type: "invoice", id: row.id }));
};
