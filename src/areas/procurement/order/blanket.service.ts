import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalid, invalidField, type Problem } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { postCommitments, yearEndOf } from "#areas/budget/budget.server.ts";
import type { purchaseOrder } from "../procurement.tables.ts";
import { holdOfContract } from "./contracts.service.ts";
import type { OrderInput } from "./order.model.ts";

type OrderRecord = typeof purchaseOrder.$inferSelect;
/** A blanket order as its releases see it; cents. */
export type Blanket = {
  id: string;
  number: string;
  status: string;
  vendorId: string;
  contractId: string | null;
  fiscalYearId: string;
  year: number;
  endsOn: Day;
  amount: number;
  releasedAmount: number;
  method: OrderRecord["method"];
  methodCitation: string | null;
};

/** The statuses in which releases are placed on a blanket order. */
const running: readonly string[] = ["issued", "acknowledged"];

/** A blanket order; null where the id is of none. */
export const blanketOf = (db: Db, id: string): Promise<Blanket | null> =>
  db.maybe<Blanket>(sql`
    select
      o.id, o.number, o.status, o.vendor_id, o.contract_id, o.fiscal_year_id, y.year, o.ends_on,
      o.amount, o.released_amount, o.method, o.method_citation
    from purchase_order o
    join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
    where o.org_id = ${db.scope.orgId} and o.id = ${id} and o.kind = 'blanket'
  `);

const notRunning = ({ number, status, endsOn }: Blanket, today: string): string | null =>
  !running.includes(status)
    ? `${number} is ${status.replace("_", " ")}: releases are placed on blanket orders that have gone out.`
    : endsOn < today
      ? `${number} ended on ${formatDate(endsOn)}. Place the order on another blanket order, or by itself.`
      : null;

const refusalOf = (b: Blanket, today: string, cents: number): Problem => {
  const why = notRunning(b, today);
  return why
    ? conflict("blanket_not_running", why)
    : conflict(
        "over_blanket",
        `${formatCents(b.amount - b.releasedAmount)} left of ${formatCents(b.amount)} on ${b.number}, and this takes ${formatCents(cents)}. Order less, or change the blanket order first.`,
      );
};

const accountsOf = async (db: Db, id: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select account_string_id as id
        from purchase_order_line
        where org_id = ${db.scope.orgId}
          and purchase_order_id = ${id}
          and account_string_id is not null
          and not cancelled
      `)
    ).map((line) => line.id),
  );

/**
 * The blanket order that a release is to be placed on: 422 at `blanketId` where it cannot be, at
 * `requisitionLines` for lines that reserve money of their own, and at an account that the blanket
 * order does not encumber.
 */
export const requireBlanket = async (
  tx: Tx,
  input: Pick<OrderInput, "vendorId" | "requisitionLines" | "lines"> & { blanketId: string },
): Promise<Blanket> => {
  const blanket = await blanketOf(tx, input.blanketId);
  if (!blanket) throw invalidField("blanketId", "This blanket order does not exist.");
  if (blanket.vendorId !== input.vendorId)
    throw invalidField("blanketId", `${blanket.number} was placed with another vendor.`);
  const why = notRunning(blanket, businessDate(tx.scope));
  if (why) throw invalidField("blanketId", why, "blanket_not_running");
  if (input.requisitionLines.length)
    throw invalidField(
      "requisitionLines",
      "A release draws on the money of its blanket order, and these lines reserve their own. Order them by themselves.",
    );
  await requireAccounts(tx, blanket, input.lines);
  return blanket;
};

/** Refuses (422) accounts that the blanket order does not encumber. */
export const requireAccounts = async (
  tx: Tx,
  blanket: Pick<Blanket, "id" | "number">,
  lines: OrderInput["lines"],
  list = "lines",
): Promise<void> => {
  const known = await accountsOf(tx, blanket.id);
  const errors = lines.flatMap((line, at) =>
    line.splits.flatMap((split, n) =>
      known.has(split.accountStringId)
        ? []
        : [
            {
              path: `${list}.${at}.splits.${n}.accountStringId`,
              message: `${blanket.number} encumbers no money on this account.`,
            },
          ],
    ),
  );
  if (errors.length)
    throw invalid(
      "not_on_blanket",
      "A release charges the accounts of its blanket order. Nothing was saved.",
      errors,
    );
};

/** The last day of a blanket order lies ahead, and within the fiscal year that it encumbers. 422. */
export const requireEnd = async (tx: Tx, endsOn: string, yearId: string): Promise<void> => {
  const last = await yearEndOf(tx, yearId);
  if (endsOn < businessDate(tx.scope))
    throw invalidField("endsOn", "The last day of the blanket order has passed.");
  if (endsOn > last)
    throw invalidField(
      "endsOn",
      `A blanket order encumbers one fiscal year, which ends on ${formatDate(last)}.`,
    );
};

/**
 * Refuses a release that its blanket order has no room for now, before anybody approves it. 409
 * `over_blanket`, `blanket_not_running`.
 */
export const requireBlanketRoom = async (
  tx: Tx,
  blanketId: string,
  cents: number,
): Promise<Blanket> => {
  const blanket = (await blanketOf(tx, blanketId))!;
  const today = businessDate(tx.scope);
  if (notRunning(blanket, today) || blanket.releasedAmount + cents > blanket.amount)
    throw refusalOf(blanket, today, cents);
  return blanket;
};

// One statement: what is left is asked and taken at once. Giving back is never refused.
const hold = (tx: Tx, blanketId: string, cents: number) =>
  tx.maybe<{ id: string; status: string; releasedAmount: number; contractId: string | null }>(sql`
    update purchase_order
    set released_amount = released_amount + ${cents}::bigint
    where org_id = ${tx.scope.orgId}
      and id = ${blanketId}
      and (
        ${cents}::bigint <= 0
        or (
          status = any(${running}::text[])
          and ends_on >= ${businessDate(tx.scope)}::date
          and released_amount + ${cents}::bigint <= amount
        )
      )
    returning id, status, released_amount, contract_id
  `);

/** What a release takes of each account, or gives back where negative; cents. */
export type Drawn = readonly { accountStringId: string; encumbered: number }[];

const moveLine = async (
  tx: Tx,
  blanket: Blanket,
  { accountStringId, encumbered }: Drawn[number],
): Promise<void> => {
  const moved = await tx.maybe(sql`
    update purchase_order_line
    set encumbered = encumbered - ${encumbered}::bigint
    where org_id = ${tx.scope.orgId}
      and purchase_order_id = ${blanket.id}
      and account_string_id = ${accountStringId}
      and encumbered - ${encumbered}::bigint >= 0
    returning id
  `);
  if (moved) return;
  const { left } = await tx.one<{ left: number }>(sql`
    select coalesce(sum(encumbered), 0)::bigint as left
    from purchase_order_line
    where org_id = ${tx.scope.orgId}
      and purchase_order_id = ${blanket.id}
      and account_string_id = ${accountStringId}
  `);
  throw conflict(
    "over_blanket",
    `${blanket.number} encumbers ${formatCents(left)} more on one of these accounts, and this takes ${formatCents(encumbered)}. Order less of it, or change the blanket order first.`,
  );
};

/**
 * Takes what a release encumbers off its blanket order, or gives it back: by account, in the budget's
 * ledger, and in what the releases hold (`cents`). A blanket order that has ended takes nothing back:
 * that money is free, and its contract's ceiling with it. 409 `over_blanket` with what is left. Call
 * it before the release encumbers, and after it releases.
 */
export const drawOnBlanket = async (
  tx: Tx,
  actor: Actor,
  release: Pick<OrderRecord, "number" | "blanketId" | "fiscalYearId">,
  cents: number,
  accounts: Drawn,
): Promise<void> => {
  if (!release.blanketId) return;
  const moved = accounts.filter((account) => account.encumbered !== 0);
  if (cents === 0 && moved.length === 0) return;
  const held = await hold(tx, release.blanketId, cents);
  const blanket = (await blanketOf(tx, release.blanketId))!;
  if (!held) throw refusalOf(blanket, businessDate(tx.scope), cents);
  // After a carryover the money lies in two years: nothing moves between them.
  if (release.fiscalYearId !== blanket.fiscalYearId && running.includes(held.status)) return;
  if (!running.includes(held.status)) {
    await holdOfContract(tx, actor, { ...held, blanketId: null }, held.releasedAmount, {
      kind: "release",
      note: `${release.number}, of ${blanket.number} that has ended`,
    });
    return;
  }
  for (const account of moved) await moveLine(tx, blanket, account);
  postCommitments(
    tx,
    actor,
    {
      type: "purchaseOrder",
      id: blanket.id,
      number: blanket.number,
      fiscalYearId: blanket.fiscalYearId,
    },
    moved.map(({ accountStringId, encumbered }) => ({ accountStringId, encumbered: -encumbered })),
    { kind: cents > 0 ? "release" : "encumber", note: release.number },
  );
};
