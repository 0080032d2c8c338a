import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What a funder holds of a cost line: its claims, but for what it gave back and did not net yet. */
export type Held = {
  costLineId: string;
  documentNumber: string;
  funderNumber: string;
  claimers: string;
  federal: number;
  match: number;
  /** On bills to agencies that are served. */
  billed: number;
};

/**
 * What is drawn or asked for of cost lines, by funder. What a request gives back counts only once its
 * money went back (`settled`): until then the cents are the first funder's, and nobody else's.
 */
export const heldOf = (db: Db, costLineIds: readonly string[]): Promise<Held[]> =>
  db.rows<Held>(sql`
    select
      l.id as cost_line_id, l.document_number, c.funder_number,
      string_agg(distinct c.claimer_number, ', ' order by c.claimer_number) as claimers,
      coalesce(sum(c.cents) filter (where c.share = 'federal'), 0)::bigint as federal,
      coalesce(sum(c.cents) filter (where c.share = 'match'), 0)::bigint as match,
      coalesce(sum(c.cents) filter (where c.share = 'billed'), 0)::bigint as billed
    from cost_line l
    join cost_claim c on c.org_id = l.org_id and c.cost_line_id = l.id and c.live
    where l.org_id = ${db.scope.orgId}
      and l.id = any(${[...costLineIds]}::uuid[])
      and (c.settled or sign(c.cents) = sign(l.cents))
    group by l.id, l.document_number, c.funder_number
    having sum(c.cents) <> 0
    order by l.document_number, c.funder_number
  `);

/** All that a funder holds of a line, in cents. */
export const heldCents = (h: Held): number => h.federal + h.match + h.billed;

/**
 * What a person reads before a payment is voided: which of the costs that it pays are drawn or asked
 * for, and what follows. Null where none is.
 */
export const drawnOfPayment = async (db: Db, paymentId: string): Promise<string | null> => {
  const lines = await db.rows<{ id: string }>(sql`
    select l.id
    from payment_invoice x
    join cost_line l on l.org_id = x.org_id and l.invoice_id = x.invoice_id
    where x.org_id = ${db.scope.orgId} and x.payment_id = ${paymentId} and x.live
    order by l.id
  `);
  const held = await heldOf(
    db,
    lines.map(({ id }) => id),
  );
  return held.length ? drawnWords(held) : null;
};

/** What of the costs of one payment is drawn or asked for, by award, and what follows once it is void. */
export const drawnWords = (held: readonly Held[]): string => {
  const sums = new Map<string, { cents: number; claimers: Set<string> }>();
  for (const h of held) {
    const of = sums.get(h.funderNumber) ?? { cents: 0, claimers: new Set<string>() };
    of.cents += heldCents(h);
    for (const claimer of h.claimers.split(", ")) of.claimers.add(claimer);
    sums.set(h.funderNumber, of);
  }
  const drawn = [...sums].map(
    ([funder, { cents, claimers }]) =>
      `${funder} drew or asked for ${formatCents(cents)} of the costs that this pays, in ${[...claimers].join(", ")}.`,
  );
  return `${drawn.join(" ")} Once it is void, what it paid of them is drawn without a payment: whoever keeps the award is told, and its next request gives the money back unless the invoices are paid anew before; or it is refunded.`;
};

const billedWords = (h: Held): string =>
  `${h.documentNumber}: ${formatCents(h.billed)} of this cost are billed to ${h.funderNumber} in ${h.claimers}. They stay there unless the bill is cancelled before it is sent.`;

/** Why a held cost stays where it is, and what frees it; federal and match apart. */
export const heldWords = (h: Held): string =>
  h.billed !== 0
    ? billedWords(h)
    : `${h.documentNumber}: ${formatCents(h.federal + h.match)} of this cost are drawn or asked for by ${h.funderNumber} in ${h.claimers} (${formatCents(h.federal)} federal, ${formatCents(h.match)} match). They stay there until ${h.funderNumber} gave them back: cancel the request, or give the line back in its next request or in a refund, and record the money (2 CFR 200.306(b)(2)).`;

const movedOn = (tx: Tx, costLineIds: readonly string[]) =>
  tx.rows<{ documentNumber: string; journals: string }>(sql`
    select l.document_number, string_agg(distinct m.document_number, ', ') as journals
    from cost_line l
    join cost_line m on m.org_id = l.org_id and m.moves_id = l.id
    where l.org_id = ${tx.scope.orgId} and l.id = any(${[...costLineIds]}::uuid[])
    group by l.id, l.document_number
    having sum(m.cents) <> 0
    order by l.document_number
  `);

/**
 * Refuses to take costs out of the books that somebody has drawn (409 cost_claimed) or that a transfer
 * moved on (409 cost_moved). The lines are locked, so that no claim comes between.
 */
export const refuseHeld = async (tx: Tx, costLineIds: readonly string[]): Promise<void> => {
  if (costLineIds.length === 0) return;
  await tx.rows(sql`
    select 1 as locked
    from cost_line
    where org_id = ${tx.scope.orgId} and id = any(${[...costLineIds]}::uuid[])
    order by id
    for update
  `);
  const [held, moved] = await Promise.all([heldOf(tx, costLineIds), movedOn(tx, costLineIds)]);
  if (held.length) throw conflict("cost_claimed", held.slice(0, 5).map(heldWords).join(" "));
  const [first] = moved;
  if (first)
    throw conflict(
      "cost_moved",
      `${first.documentNumber}: ${first.journals} moved this cost to another account. Reverse that journal first.`,
    );
};
