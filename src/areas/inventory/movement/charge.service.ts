import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import {
  accountFacts,
  availableOf,
  budgetedAccounts,
  chargeable,
  fiscalYearOf,
  openYearOf,
  postCommitments,
  refuseByTerms,
  yearIsClosed,
} from "#areas/budget/budget.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { Leg } from "../ledger/leg.model.ts";
import { stockCharge } from "../ledger/ledger.tables.ts";
import {
  apartRefusal,
  movedBy,
  type Bearing,
  type Charge,
  type ChargeLines,
} from "./charge.model.ts";
import { lineOfConsumer } from "./charge-line.service.ts";
import type { MovementKind } from "./movement.labels.ts";
import type { Consumer } from "./movement.model.ts";
import type { StockMovement } from "./movement.noun.ts";

type Location = Bearing & { id: string };
/** What a movement is charged by: by line, with the lines of the budget. Nothing where no budget moves. */
export type Charged = ReadonlyMap<string, ChargeLines>;

type Asked = {
  kind: MovementKind;
  movedOn: Day;
  consumer: Consumer | null;
  /** The consumer's line, where somebody named one. */
  accountStringId: string | null;
};

const chargesOf = (db: Db, lineIds: readonly string[]): Promise<Charge[]> =>
  db.rows<Charge>(sql`
    select line_id, issue_line_id, account_string_id, stores_account_id, fiscal_year_id, cents
    from stock_charge
    where org_id = ${db.scope.orgId} and line_id = any(${arrayOf(lineIds)}::uuid[])
  `);

// What lies at a location that is charged as it is issued belongs to the fund of its line: the books
// balance each fund, and credit the fund that bought it.
const refuseOtherFund = async (
  tx: Tx,
  legs: readonly Leg[],
  locations: readonly Location[],
): Promise<void> => {
  for (const [at, { toLocationId, fundId }] of legs.entries()) {
    const to = locations.find(({ id }) => id === toLocationId);
    if (!to?.chargeAccountId) continue;
    const line = (await accountFacts(tx, [to.chargeAccountId])).get(to.chargeAccountId)!;
    if (line.fundId !== fundId)
      throw invalidField(
        `lines.${at}.fundId`,
        `What lies at ${to.name} is borne by ${line.code} until it is issued: it belongs to fund ${line.fundCode}.`,
        "other_fund",
      );
  }
};

const refuseApart = (kind: MovementKind, legs: readonly Leg[], locations: readonly Location[]) => {
  if (kind !== "transfer") return;
  for (const [at, leg] of legs.entries()) {
    const [from, to] = [leg.fromLocationId, leg.toLocationId].map((id) =>
      locations.find((one) => one.id === id)!,
    );
    const why = apartRefusal(from!, to!);
    if (why) throw invalidField(`lines.${at}.toLocationId`, why, "charged_apart");
  }
};

// Goods come back to where they are borne as they were before they went out.
const ofReturns = async (
  tx: Tx,
  legs: readonly Leg[],
  locations: readonly Location[],
): Promise<Map<string, ChargeLines>> => {
  const issued = await chargesOf(
    tx,
    legs.flatMap(({ returnsLineId }) => returnsLineId ?? []),
  );
  const charged = new Map<string, ChargeLines>();
  for (const [at, { id, returnsLineId, toLocationId }] of legs.entries()) {
    const issue = issued.find(({ lineId }) => lineId === returnsLineId);
    const to = locations.find((one) => one.id === toLocationId)!;
    if ((issue?.storesAccountId ?? null) !== to.chargeAccountId)
      throw invalidField(
        `lines.${at}.toLocationId`,
        issue
          ? `It was charged as it was issued: put it where the same line of the stores bears it, not at ${to.name}.`
          : `It was charged as it was bought, and ${to.name} is charged as it is issued: put it elsewhere.`,
        "charged_apart",
      );
    if (issue) charged.set(id, { ...issue, fiscalYearId: issue.fiscalYearId! });
  }
  return charged;
};

const refuseNoLineOfStores = async (
  tx: Tx,
  storesIds: readonly string[],
  year: { id: string; year: number },
): Promise<void> => {
  const budgeted = await budgetedAccounts(tx, storesIds);
  const missing = storesIds.find((id) => !budgeted.has(`${id} ${year.id}`));
  if (!missing) return;
  const { code } = (await accountFacts(tx, [missing])).get(missing)!;
  throw conflict(
    "no_stores_line",
    `${code}, the line of the stores, has no budget in ${year.year}. Ask the budget officer to add it, or name another line at the location.`,
  );
};

const ofIssue = async (
  tx: Tx,
  asked: Asked,
  legs: readonly Leg[],
  locations: readonly Location[],
): Promise<Charged> => {
  const stores = new Map(
    legs.flatMap(({ id, fromLocationId }) => {
      const account = locations.find((one) => one.id === fromLocationId)?.chargeAccountId;
      return account ? [[id, account] as const] : [];
    }),
  );
  if (stores.size === 0) {
    if (asked.accountStringId)
      throw invalidField(
        "accountStringId",
        "What lies there was charged as it was bought: leave the budget line away.",
        "charged_already",
      );
    return new Map();
  }
  const accountStringId = asked.accountStringId ?? (await lineOfConsumer(tx, asked.consumer!));
  if (!accountStringId)
    throw invalidField(
      "accountStringId",
      "It is charged as it is issued: say which budget line bears it. Where it cannot be said here, issue it under Inventory.",
      "account_missing",
    );
  await chargeable(tx, [{ id: accountStringId, path: "accountStringId" }], asked.movedOn);
  const year = await fiscalYearOf(tx, asked.movedOn, "movedOn");
  await refuseNoLineOfStores(tx, [...new Set(stores.values())], year);
  return new Map(
    [...stores].map(([id, storesAccountId]) => [
      id,
      { issueLineId: id, accountStringId, storesAccountId, fiscalYearId: year.id },
    ]),
  );
};

/**
 * Which budget lines bear a movement, judged before it is priced. An issue from a location that is charged
 * as it is issued names the consumer's line (`accountStringId`, else the one that is known of the
 * consumer); a return goes by its issue; a transfer moves no budget, so both of its ends are charged alike.
 * 422 `account_missing`, `account_not_in_use`, `charged_already`, `charged_apart`, `other_fund`,
 * `fiscal_year_closed`; 409 `no_stores_line`; 404 for another agency's line.
 */
export const chargedLines = async (
  tx: Tx,
  asked: Asked,
  legs: readonly Leg[],
  locations: readonly Location[],
): Promise<Charged> => {
  refuseApart(asked.kind, legs, locations);
  await refuseOtherFund(tx, legs, locations);
  if (asked.kind === "return") return ofReturns(tx, legs, locations);
  return asked.kind === "issue" ? ofIssue(tx, asked, legs, locations) : new Map();
};

type Head = Pick<StockMovement, "id" | "number" | "movedOn">;
type How = {
  kind: "expend" | "reverse";
  note: string;
  /** Corrections of what is used already: they may exceed the line, and say so. */
  excused?: boolean;
};

// How much each account lacks of what it is charged, by account.
const missingOf = async (
  tx: Tx,
  fiscalYearId: string,
  moved: ReadonlyMap<string, number>,
): Promise<Map<string, number>> => {
  const accounts = [...moved.keys()].map((accountStringId) => ({ accountStringId, fiscalYearId }));
  const left = await availableOf(tx, accounts);
  return new Map(
    left.flatMap(({ accountStringId, available }) => {
      const lacks = moved.get(accountStringId)! - available;
      return lacks > 0 ? [[accountStringId, lacks] as const] : [];
    }),
  );
};

const post = async (
  tx: Tx,
  actor: Actor,
  { id, number, movedOn }: Head,
  charges: readonly Charge[],
  { kind, note, excused = false }: How,
): Promise<void> => {
  await insertRows(
    tx,
    stockCharge,
    charges.map((charge) => ({
      ...charge,
      orgId: tx.scope.orgId!,
      movementId: id,
      postedOn: movedOn,
    })),
  );
  for (const fiscalYearId of new Set(charges.flatMap((charge) => charge.fiscalYearId ?? []))) {
    const moved = movedBy(charges.filter((charge) => charge.fiscalYearId === fiscalYearId));
    const missing = excused ? await missingOf(tx, fiscalYearId, moved) : new Map<string, number>();
    postCommitments(
      tx,
      actor,
      { type: "stockMovement", id, number, fiscalYearId },
      [...moved].map(([accountStringId, expended]) => ({ accountStringId, expended })),
      {
        kind,
        note,
        postedOn: movedOn,
        override: missing.size > 0 ? { reason: `${note} It is used already.`, missing } : null,
      },
    );
  }
};

/**
 * Charges an issue: up for the consumer's line, down for the line of the stores, on the day on which it
 * moved. `values`: what each line takes from its pool. 409 `over_budget`, `no_budget_line`, `year_closed`;
 * 422 `award_terms`.
 */
export const chargeIssue = async (
  tx: Tx,
  actor: Actor,
  movement: StockMovement,
  charged: Charged,
  values: ReadonlyMap<string, number>,
): Promise<void> => {
  if (charged.size === 0) return;
  const charges = [...charged].map(([lineId, lines]) => ({
    ...lines,
    lineId,
    cents: -(values.get(lineId) ?? 0) || 0,
  }));
  const { accountStringId } = charges[0]!;
  const cents = charges.reduce((sum, charge) => sum + charge.cents, 0);
  await refuseByTerms(tx, actor.personId, [{ accountStringId }], async () => [
    { accountStringId, path: "accountStringId", cents, held: 0, incurredOn: movement.movedOn },
  ]);
  await post(tx, actor, movement, charges, { kind: "expend", note: `For ${movement.consumer}` });
};

// The year of the issue while it is open. Once it is closed, the open one, where both have lines; else no
// budget moves any more.
const yearNow = async (tx: Tx, lines: ChargeLines | Charge): Promise<string | null> => {
  if (lines.fiscalYearId && !(await yearIsClosed(tx, lines.fiscalYearId)))
    return lines.fiscalYearId;
  const year = await openYearOf(tx, businessDate(tx.scope));
  if (!year) return null;
  const both = [lines.accountStringId, lines.storesAccountId];
  const budgeted = await budgetedAccounts(tx, both);
  return both.every((id) => budgeted.has(`${id} ${year.id}`)) ? year.id : null;
};

type Follower = { lineId: string; of: ChargeLines | Charge; value: number };

const follow = async (
  tx: Tx,
  actor: Actor,
  movement: Head,
  followers: readonly Follower[],
  how: How,
): Promise<void> => {
  if (followers.length === 0) return;
  let note = how.note;
  const charges: Charge[] = [];
  for (const { lineId, of, value } of followers) {
    const fiscalYearId = await yearNow(tx, of);
    if (fiscalYearId !== of.fiscalYearId)
      note = `${how.note} The year of the issue is closed: it counts in this one.`;
    const { issueLineId, accountStringId, storesAccountId } = of;
    const lines = { issueLineId, accountStringId, storesAccountId, fiscalYearId };
    charges.push({ ...lines, lineId, cents: -value || 0 });
  }
  await post(tx, actor, movement, charges, { ...how, note });
};

/** Gives a consumer's line back what came back of its issues. */
export const chargeReturn = (
  tx: Tx,
  actor: Actor,
  movement: StockMovement,
  charged: Charged,
  values: ReadonlyMap<string, number>,
): Promise<void> =>
  follow(
    tx,
    actor,
    movement,
    [...charged].map(([lineId, of]) => ({ lineId, of, value: values.get(lineId) ?? 0 })),
    { kind: "reverse", note: `Came back from ${movement.consumer}.` },
  );

/**
 * Lets entries that correct others (`of`) or take them back move the budget as these did: `value` is what
 * the entry adds to its pool. Where the year of the issue is closed it counts in the open one, and the
 * entry says so.
 */
export const chargeFollowing = async (
  tx: Tx,
  actor: Actor,
  movement: Head,
  entries: readonly { lineId: string; of: string; value: number }[],
  how: How,
): Promise<void> => {
  const charged = await chargesOf(
    tx,
    entries.map(({ of }) => of),
  );
  const followers = entries.flatMap(({ lineId, of, value }) => {
    const before = charged.find((charge) => charge.lineId === of);
    return before ? [{ lineId, of: before, value }] : [];
  });
  await follow(tx, actor, movement, followers, how);
};
