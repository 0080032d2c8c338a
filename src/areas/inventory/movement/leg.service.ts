import { conflict, invalidField, type Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { shelvesOf, type StockShelf } from "../ledger/balance.service.ts";
import { lockItems, type StockedItem } from "../ledger/history.service.ts";
import type { Leg } from "../ledger/leg.model.ts";
import { enterLot } from "../lot/lot.service.ts";
import type { MovementKind } from "./movement.labels.ts";
import type { LineInput } from "./movement.model.ts";
import { freeOf, lotRefusal, pick } from "./pick.model.ts";
import { inItemUnit } from "./unit.service.ts";

type Location = {
  id: string;
  code: string;
  name: string;
  status: string;
  quarantine: boolean;
  role: string;
  chargeAccountId: string | null;
};
type Lot = { id: string; itemId: string; code: string; expiresOn: Day | null; condition: string };

/** What lines of a movement are judged by, read behind the lock of their items. */
export type Subjects = {
  items: readonly StockedItem[];
  locations: readonly Location[];
  lots: readonly Lot[];
  shelves: readonly StockShelf[];
  funds: readonly { id: string; code: string; name: string }[];
};

const given = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

// Who bears what lies there is not changed meanwhile.
const locationsOf = (tx: Tx, ids: readonly string[]): Promise<Location[]> =>
  tx.rows<Location>(sql`
    select id, code, name, status, quarantine, role, charge_account_id
    from stock_location
    where org_id = ${tx.scope.orgId} and id = any(${arrayOf(ids)}::uuid[])
    order by id
    for share
  `);

// A lot that is put into quarantine meanwhile waits for this, or this for it.
const lotsOf = (tx: Tx, ids: readonly string[]): Promise<Lot[]> =>
  tx.rows<Lot>(sql`
    select id, item_id, code, expires_on, condition
    from stock_lot
    where org_id = ${tx.scope.orgId} and id = any(${arrayOf(ids)}::uuid[])
    order by id
    for share
  `);

/** Locks the items of lines and reads what the lines name. */
export const subjectsOf = async (tx: Tx, lines: readonly LineInput[]): Promise<Subjects> => {
  const ids = given(lines.map(({ itemId }) => itemId));
  const items = await lockItems(tx, ids);
  const places = given(lines.flatMap((line) => [line.fromLocationId, line.toLocationId]));
  const [locations, lots, shelves, funds] = await Promise.all([
    locationsOf(tx, places),
    lotsOf(tx, given(lines.map(({ lotId }) => lotId))),
    shelvesOf(tx, ids),
    listFunds(tx),
  ]);
  return { items, locations, lots, shelves, funds };
};

type Line = LineInput & {
  path: string;
  item: StockedItem;
  from: Location | null;
  to: Location | null;
};

const found = (input: LineInput, at: number, { items, locations, lots, funds }: Subjects): Line => {
  const path = `lines.${at}`;
  const item = items.find(({ id }) => id === input.itemId);
  if (!item) throw invalidField(`${path}.itemId`, "Choose an item of the stores.", "no_item");
  const placeOf = (id: string | null, field: string): Location | null => {
    if (id === null) return null;
    const location = locations.find((each) => each.id === id);
    if (!location)
      throw invalidField(`${path}.${field}`, "Choose a location of the stores.", "no_location");
    return location;
  };
  const from = placeOf(input.fromLocationId, "fromLocationId");
  const to = placeOf(input.toLocationId, "toLocationId");
  if (to?.status === "retired")
    throw invalidField(`${path}.toLocationId`, `${to.name} is out of use.`, "location_retired");
  if (input.lotId && lots.find(({ id }) => id === input.lotId)?.itemId !== item.id)
    throw invalidField(`${path}.lotId`, `This is no lot of ${item.name}.`, "no_lot");
  if (input.fundId && !funds.some(({ id }) => id === input.fundId))
    throw invalidField(`${path}.fundId`, "Choose one of the agency's funds.", "no_fund");
  return { ...input, path, item, from, to };
};

/** Where a kind of movement begins and ends: every line names just these. */
const ends: Readonly<Record<MovementKind, { from: boolean | null; to: boolean | null }>> = {
  receipt: { from: false, to: true },
  issue: { from: true, to: false },
  return: { from: false, to: true },
  transfer: { from: true, to: true },
  adjust: { from: null, to: null },
  scrap: { from: true, to: false },
};

const refuseEnds = (kind: MovementKind, { path, from, to }: Line): void => {
  const wanted = ends[kind];
  if (wanted.from !== null && wanted.from !== (from !== null))
    throw invalidField(
      `${path}.fromLocationId`,
      wanted.from ? "Say where it is taken from." : "Nothing is taken from a location here.",
      "wrong_ends",
    );
  if (wanted.to !== null && wanted.to !== (to !== null))
    throw invalidField(
      `${path}.toLocationId`,
      wanted.to ? "Say where it is put." : "Nothing is put into a location here.",
      "wrong_ends",
    );
  if ((kind === "adjust" && (from !== null) === (to !== null)) || (from && from.id === to?.id))
    throw invalidField(
      `${path}.toLocationId`,
      kind === "adjust"
        ? "Say where there is more, or where there is less."
        : "It is there already.",
      "wrong_ends",
    );
};

// What is on the way is moved by its transfer alone.
const refuseOnTheWay = ({ from, to }: Line): void => {
  if (from?.role === "transit" || to?.role === "transit")
    throw conflict(
      "on_the_way",
      "What is on the way is moved by its transfer: record its arrival there, or call it back.",
    );
};

const refuseStopped = (
  kind: MovementKind,
  line: Line,
  lots: readonly Lot[],
  movedOn: Day,
): void => {
  const goesOut = kind === "issue" || (kind === "transfer" && !line.to?.quarantine);
  if (!goesOut) return;
  if (line.from?.quarantine)
    throw conflict(
      "in_quarantine",
      `${line.from.name} is a place of quarantine: nothing leaves it for use.`,
    );
  const lot = lots.find(({ id }) => id === line.lotId);
  const why = lot && lotRefusal(lot, movedOn);
  if (why && (kind === "issue" || why.code === "lot_stopped")) throw conflict(why.code, why.reason);
};

/** The lot that a line names, or enters: a piece comes in once. */
const lotOfLine = async (
  tx: Tx,
  actor: Actor,
  line: Line,
  subjects: Subjects,
  receiptLineId: string | null,
): Promise<string | null> => {
  const { item, path, lot, lotId } = line;
  const serial = item.tracking === "serial";
  if (item.tracking === "none") {
    if (lot || lotId)
      throw invalidField(`${path}.lotId`, `${item.name} is not told apart by lots.`, "no_lots");
    return null;
  }
  if (serial && quantity(line.quantity) !== 10_000n)
    throw invalidField(`${path}.quantity`, "A piece with a serial number is one.", "one_piece");
  if (lot) return (await enterLot(tx, actor, { ...lot, itemId: item.id, receiptLineId })).id;
  if (!lotId)
    throw invalidField(
      `${path}.lotId`,
      serial ? "Enter the serial number." : "Enter the lot.",
      "lot_missing",
    );
  if (serial && !line.from && subjects.shelves.some((shelf) => shelf.lotId === lotId))
    throw conflict("duplicate_serial", "This piece lies in the stores already.");
  return lotId;
};

const inTheWay = ({ item, from }: Line, missing: bigint, free: bigint): Problem =>
  conflict(
    "not_enough",
    `${from!.name} has ${shownDecimal(quantityText(free))} ${item.unit} of ${item.name} to give: ${shownDecimal(quantityText(missing))} are missing.`,
    { available: quantityText(free) },
  );

type Whole = { quantity: string; unit: string; typedQuantity: string };

const legOf = (line: Line, whole: Whole, own: { lotId: string | null; fundId: string }): Leg => ({
  id: newId(),
  itemId: line.item.id,
  ...own,
  fromLocationId: line.fromLocationId,
  toLocationId: line.toLocationId,
  ...whole,
  cents: line.valueCents,
  returnsLineId: line.returnsLineId,
  receiptLineId: null,
});

// What is issued must be good; what is moved may have expired, but what is stopped goes into quarantine
// alone; what is written off may be in any state.
const judgedAs = (shelf: StockShelf, kind: MovementKind, { to }: Line): StockShelf => {
  if (kind === "issue") return shelf;
  if (kind === "transfer" && !to!.quarantine) return { ...shelf, expiresOn: null, transit: false };
  return { ...shelf, expiresOn: null, condition: "ok", quarantine: false, transit: false };
};

// What lies there answers which lot and which fund, as far as the line does not.
const outOf = (
  line: Line,
  whole: Whole,
  { shelves }: Subjects,
  kind: MovementKind,
  movedOn: Day,
): Leg[] => {
  const there = shelves.filter(
    (shelf) =>
      shelf.itemId === line.item.id &&
      shelf.locationId === line.fromLocationId &&
      (line.lotId === null || shelf.lotId === line.lotId) &&
      (line.fundId === null || shelf.fundId === line.fundId),
  );
  const judged = there.map((shelf) => judgedAs(shelf, kind, line));
  const { picks, missing } = pick(judged, whole.quantity, movedOn);
  if (missing > 0n)
    throw inTheWay(
      line,
      missing,
      there.reduce((sum, shelf) => sum + freeOf(shelf), 0n),
    );
  return picks.map(({ lotId, fundId, quantity: part }) =>
    legOf(
      line,
      picks.length === 1 ? whole : { quantity: part, unit: line.item.unit, typedQuantity: part },
      { lotId, fundId },
    ),
  );
};

const into = async (
  tx: Tx,
  actor: Actor,
  line: Line,
  whole: Whole,
  subjects: Subjects,
  receiptLineId: string | null,
): Promise<Leg> => {
  if (!line.fundId)
    throw invalidField(`${line.path}.fundId`, "Say which fund it belongs to.", "fund_missing");
  const lotId = await lotOfLine(tx, actor, line, subjects, receiptLineId);
  return { ...legOf(line, whole, { lotId, fundId: line.fundId }), receiptLineId };
};

type OutLine = { id: string; itemId: string; lotId: string | null; fundId: string; open: string };

const outLine = (tx: Tx, id: string) =>
  tx.maybe<OutLine>(sql`
    select
      l.id, l.item_id, l.lot_id, l.fund_id,
      (l.quantity - coalesce(
        (
          select sum(r.quantity)
          from stock_movement_line r
          join stock_movement w on w.org_id = r.org_id and w.id = r.movement_id
          where r.org_id = l.org_id
            and r.returns_line_id = l.id
            and w.status = 'posted'
            and w.reverses_id is null
        ),
        0
      ))::text as open
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${tx.scope.orgId}
      and l.id = ${id}
      and m.kind = 'issue'
      and m.status = 'posted'
      and m.reverses_id is null
  `);

const back = async (tx: Tx, line: Line, whole: Whole): Promise<Leg> => {
  const out = line.returnsLineId ? await outLine(tx, line.returnsLineId) : null;
  if (out?.itemId !== line.item.id)
    throw invalidField(
      `${line.path}.returnsLineId`,
      "Choose the issue that it went out by.",
      "no_issue",
    );
  if (quantity(whole.quantity) > quantity(out.open))
    throw conflict(
      "more_than_issued",
      `${shownDecimal(out.open)} ${line.item.unit} of this issue are still out.`,
    );
  return legOf(line, whole, { lotId: out.lotId, fundId: out.fundId });
};

/**
 * Lines as they are posted: in the item's unit, each of one lot and one fund. 404, 409 and 422 as the
 * rules of movements say, with the path of the line.
 */
export const legsOf = async (
  tx: Tx,
  actor: Actor,
  { kind, movedOn, travels }: { kind: MovementKind; movedOn: Day; travels: boolean },
  lines: readonly (LineInput & { receiptLineId?: string | null })[],
  subjects: Subjects,
): Promise<Leg[]> => {
  const legs: Leg[] = [];
  const left = { ...subjects };
  for (const [at, input] of lines.entries()) {
    const line = found(input, at, left);
    refuseEnds(kind, line);
    if (!travels) refuseOnTheWay(line);
    refuseStopped(kind, line, left.lots, movedOn);
    const unit = input.unit ?? line.item.unit;
    const inUnit = await inItemUnit(tx, line.item, input.quantity, unit, `${line.path}.unit`);
    const whole = { quantity: inUnit, unit, typedQuantity: input.quantity };
    const posted =
      kind === "return"
        ? [await back(tx, line, whole)]
        : line.from
          ? outOf(line, whole, left, kind, movedOn)
          : [await into(tx, actor, line, whole, left, input.receiptLineId ?? null)];
    legs.push(...posted);
    left.shelves = withoutTaken(left.shelves, posted);
  }
  return legs;
};

// Two lines of one movement do not take the same pieces.
const withoutTaken = (shelves: readonly StockShelf[], legs: readonly Leg[]): StockShelf[] =>
  shelves.map((shelf) =>
    legs
      .filter(
        (leg) =>
          leg.itemId === shelf.itemId &&
          leg.fromLocationId === shelf.locationId &&
          leg.lotId === shelf.lotId &&
          leg.fundId === shelf.fundId,
      )
      .reduce(
        (rest, leg) => ({
          ...rest,
          onHand: quantityText(quantity(rest.onHand) - quantity(leg.quantity)),
        }),
        shelf,
      ),
  );
