import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import { compareQuantity, shownDecimal } from "#kernel/quantity.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import {
  accountFacts,
  booksOf,
  listFunds,
  type AccountFacts,
} from "#areas/budget/budget.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { postMovement } from "../movement/post.service.ts";
import { inItemUnit } from "../movement/unit.service.ts";
import { openingRow, worthOfRow, type OpeningRow as Row } from "./opening.model.ts";
import { openingFacts, type OpeningFacts } from "./opening.read.service.ts";

type Fund = { id: string; code: string; name: string };
type Plan = { itemId: string; locationId: string; lotId: string | null; fund: Fund };
type Known = {
  funds: readonly Fund[];
  today: Day;
  closedThrough: Day | null;
  /** The lines of the stores that locations name. */
  stores: ReadonlyMap<string, AccountFacts>;
};

const reject = (column: string, expected: string, found: string, fix: string): Verdict<Plan> => ({
  action: "reject",
  problem: { column, expected, found, fix },
});

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const fundOf = (row: Row, { funds }: Pick<Known, "funds">): Fund | undefined =>
  funds.find(({ code }) => same(code, row.fund)) ?? funds.find(({ name }) => same(name, row.fund));

// What lies where it is charged as it is issued belongs to the fund of the line of the stores.
const fundRefusal = (
  row: Row,
  { chargeAccountId }: OpeningFacts,
  fund: Fund,
  { stores }: Known,
): Verdict<Plan> | null => {
  const line = chargeAccountId ? stores.get(chargeAccountId)! : null;
  return line && line.fundId !== fund.id
    ? reject(
        "Fund",
        line.fundCode,
        row.fund,
        `What lies at ${row.location} is borne by ${line.code} until it is issued: it belongs to fund ${line.fundCode}.`,
      )
    : null;
};

const dayRefusal = ({ day }: Row, { today, closedThrough }: Known): Verdict<Plan> | null => {
  if (day > today)
    return reject("Day", "a day that has been", day, "Nothing lay there on a day to come.");
  if (closedThrough && day <= closedThrough)
    return reject(
      "Day",
      "a day of an open period",
      day,
      `The books are closed through ${formatDate(closedThrough)}: enter a later day.`,
    );
  return null;
};

// What is told apart names its lot; a piece is one, and lies in one place.
const lotRefusal = (row: Row, at: OpeningFacts): Verdict<Plan> | null => {
  if (at.tracking === "none")
    return row.lot || row.expiresOn
      ? reject(
          "Lot",
          "nothing",
          row.lot,
          `${at.name} is not told apart by lots: leave lot and last day empty.`,
        )
      : null;
  const serial = at.tracking === "serial";
  if (!row.lot)
    return reject(
      "Lot",
      serial ? "a serial number" : "a lot",
      "",
      serial ? "Write the serial number, one row a piece." : "Write the lot as it stands on it.",
    );
  if (row.expiresOn && at.lotId && at.expiresOn !== row.expiresOn)
    return reject(
      "Expires on",
      at.expiresOn ?? "nothing",
      row.expiresOn,
      `${row.lot} is entered with another last day: correct it on the lot's page, or here.`,
    );
  return null;
};

const pieceRefusal = (row: Row, at: OpeningFacts, quantity: string): Verdict<Plan> | null => {
  if (at.tracking !== "serial") return null;
  if (compareQuantity(quantity, "1") !== 0)
    return reject("Quantity", "1", row.quantity, "A piece with a serial number is one.");
  return at.lies
    ? reject(
        "Lot",
        "a piece that lies nowhere yet",
        row.lot,
        `${row.lot} lies in the stores already, at ${at.lies}.`,
      )
    : null;
};

const onKnown = (row: Row, at: OpeningFacts, quantity: string): Verdict<Plan> => {
  const { before } = at;
  if (
    before &&
    compareQuantity(before.quantity, quantity) === 0 &&
    before.cents === worthOfRow(row) &&
    before.day === row.day
  )
    return { action: "skip" };
  return reject(
    "Quantity",
    "what lay there before anything moved",
    row.quantity,
    before
      ? `${before.number} brought ${shownDecimal(before.quantity)} for ${formatCents(before.cents)} in already: reverse it first, or count what lies there.`
      : `${at.name} has moved at ${row.location} already: count what lies there.`,
  );
};

const judge = (
  row: Row,
  at: OpeningFacts,
  quantity: string | Problem,
  known: Known,
): Verdict<Plan> => {
  if (!at.itemId)
    return reject("Item", "an item in use", row.item, `${row.item} is unknown: correct it.`);
  if (!at.locationId)
    return reject("Location", "a location in use", row.location, `${row.location} is unknown.`);
  const fund = fundOf(row, known);
  if (!fund) return reject("Fund", "a fund's code", row.fund, `${row.fund} is no fund.`);
  if (quantity instanceof Problem)
    return reject("Unit", "the item's unit or a pack of it", row.unit, quantity.message);
  const refused =
    fundRefusal(row, at, fund, known) ?? dayRefusal(row, known) ?? lotRefusal(row, at);
  if (refused) return refused;
  if (at.moved) return onKnown(row, at, quantity);
  const twice = pieceRefusal(row, at, quantity);
  if (twice) return twice;
  const { itemId, locationId, lotId } = at;
  return { action: "create", plan: { itemId, locationId, lotId, fund } };
};

const inUnit = async (db: Db, row: Row, at: OpeningFacts): Promise<string | Problem> => {
  const { unit, packs, name } = at;
  if (!unit || !row.unit) return row.quantity;
  try {
    return await inItemUnit(db, { unit, packs, name }, row.quantity, row.unit, "unit");
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const [funds, books] = await Promise.all([listFunds(db), booksOf(db)]);
  const facts = await openingFacts(
    db,
    rows.map((row) => ({ ...row, fundId: fundOf(row, { funds })?.id ?? null })),
  );
  const known = {
    funds,
    today: businessDate(db.scope),
    closedThrough: books?.closedThrough ?? null,
    stores: await accountFacts(
      db,
      facts.flatMap(({ chargeAccountId }) => chargeAccountId ?? []),
    ),
  };
  // What an item is called by number in one row and by name in another is the same thing twice.
  const above = new Set<string>();
  const verdicts: Verdict<Plan>[] = [];
  for (const [place, row] of rows.entries()) {
    const at = facts[place]!;
    const verdict = judge(row, at, await inUnit(db, row, at), known);
    const piece = at.tracking === "serial" ? [] : [at.locationId, fundOf(row, known)?.id];
    const key = [at.itemId, row.lot.toLowerCase(), ...piece].join(" ");
    const twice = verdict.action === "create" && above.has(key);
    if (verdict.action === "create") above.add(key);
    verdicts.push(
      twice
        ? reject("Item", "one row for each", row.item, "This stands in the file above already.")
        : verdict,
    );
  }
  return verdicts;
};

type Coming = Planned<Row, Plan>;

const lineOf = ({ row, plan: at }: Coming) => ({
  itemId: at.itemId,
  fromLocationId: null,
  toLocationId: at.locationId,
  lotId: at.lotId,
  lot: row.lot && !at.lotId ? { code: row.lot, expiresOn: row.expiresOn } : null,
  fundId: at.fund.id,
  quantity: row.quantity,
  unit: row.unit || null,
  valueCents: worthOfRow(row),
  returnsLineId: null,
});

// A lot that lies at two places is entered by the first of its rows.
const lotsApart = (rows: readonly Coming[]): Coming[][] => {
  const parts: Coming[][] = [];
  for (const one of rows) {
    const fits = (part: readonly Coming[]) =>
      one.plan.lotId !== null ||
      !one.row.lot ||
      !part.some(
        ({ row, plan: at }) => at.itemId === one.plan.itemId && same(row.lot, one.row.lot),
      );
    const part = parts.find(fits);
    if (part) part.push(one);
    else parts.push([one]);
  }
  return parts;
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Coming[]): Promise<void> => {
  const together = new Map<string, Coming[]>();
  for (const one of rows) {
    const key = `${one.row.day} ${one.plan.locationId}`;
    together.set(key, [...(together.get(key) ?? []), one]);
  }
  for (const ofPlace of together.values())
    for (const part of lotsApart(ofPlace)) {
      const facts = await openingFacts(
        tx,
        part.map(({ row, plan: at }) => ({ ...row, fundId: at.fund.id })),
      );
      const lines = part.map((one, at) =>
        lineOf({ ...one, plan: { ...one.plan, lotId: facts[at]!.lotId } }),
      );
      const movedOn = part[0]!.row.day;
      const head = { kind: "adjust", movedOn, consumer: null, opening: true } as const;
      await postMovement(tx, actor, { ...head, reason: "Opening balance by file.", lines });
    }
};

/**
 * What lay in the stores before they were kept here, by file: each item, place, lot and fund once,
 * before anything of it moved there. What it cost goes into the pool of its item and fund.
 */
export const openingImporter = defineImporter({
  kind: "stock-opening-balances",
  label: "opening balances of stock",
  permission: "stock.move",
  batch: 500,
  schema: openingRow,
  keys: ({ item, location, lot, fund }) => [[item, location, lot, fund].join(" · ").toLowerCase()],
  sum: "value",
  centsOf: worthOfRow,
  groupOf: (_row, { fund }) => `fund ${fund.code}`,
  plan,
  apply,
  fields: [
    {
      name: "item",
      label: "Item",
      required: true,
      aliases: ["Item number", "Number", "Part"],
      expected: "its number or its name",
      type: cells.code,
    },
    { name: "location", label: "Location", required: true, aliases: ["Bin"], type: cells.code },
    {
      name: "lot",
      label: "Lot",
      aliases: ["Serial number", "Lot or serial number"],
      type: cells.code,
    },
    { name: "expiresOn", label: "Expires on", aliases: ["Expiry", "Best before"], type: cells.day },
    { name: "fund", label: "Fund", required: true, expected: "its code", type: cells.code },
    {
      name: "quantity",
      label: "Quantity",
      required: true,
      aliases: ["On hand"],
      type: cells.decimal,
    },
    { name: "unit", label: "Unit", expected: "the item's unit, or a pack of it" },
    { name: "unitCost", label: "Unit cost", aliases: ["Unit price"], type: cells.decimal },
    {
      name: "value",
      label: "Value",
      aliases: ["Total cost", "Extended cost", "Amount"],
      expected: "dollars and cents of all of it",
      type: cells.money,
    },
    { name: "day", label: "Day", required: true, aliases: ["As of", "Date"], type: cells.day },
  ],
});
