import type { Actor } from "#kernel/access.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { accountFacts, accountsOfProject, costCodesNamed } from "#areas/budget/budget.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { namedItems } from "../assembly/named.service.ts";
import { proposedPrices } from "../assembly/price.service.ts";
import type { MeasurementStored } from "../measurement.noun.ts";
import { planSet, planSheet } from "../plan.tables.ts";
import { project } from "../../projects.tables.ts";
import { mostMeasurements } from "./most.ts";
import { endedOf } from "./ended.service.ts";
import { linesOf, type Item, type ToBuy, type ToBuyQuery } from "./lines.model.ts";

/** Items of measurements, and of which items there is no quantity, in words by measurement. */
export type Items = { items: Item[]; without: Map<string, string> };

/** What these measurements make: items of the assembly that each names, else itself. */
export const itemsOf = async (db: Db, rows: readonly MeasurementStored[]): Promise<Items> => {
  const named = await namedItems(
    db,
    rows.map(({ id }) => id),
  );
  const codes = named.size ? await costCodesNamed(db) : new Map<string, string>();
  const items: Item[] = [];
  const without = new Map<string, string>();
  for (const row of rows) {
    const measurement = { id: row.id, number: row.number };
    const own = { costCodeId: row.costCodeId, costCode: row.costCode };
    const expanded = named.get(row.id);
    if (!expanded) {
      if (row.quantity !== null)
        items.push({
          ...{ measurement, description: row.name, unit: row.unit, quantity: row.quantity },
          ...{ commodityCode: row.commodityCode, how: null, ...own },
        });
      continue;
    }
    for (const { found, problem, description, unit, commodityCode, costCode } of expanded) {
      const codeId = costCode === null ? undefined : codes.get(costCode);
      if (!found)
        without.set(row.id, `${row.number} has no quantity of ${description}: ${problem}`);
      else if (Number(found.bought) > 0)
        items.push({
          ...{ measurement, description, unit, quantity: found.bought, commodityCode },
          ...{ how: found.how, ...own },
          ...(codeId ? { costCodeId: codeId, costCode: costCode! } : {}),
        });
    }
  }
  return { items, without };
};

/** Sheets that a later revision replaced, and measurements whose requisition is over. */
type Held = { stale: ReadonlySet<string>; ended: ReadonlySet<string> };

/** What keeps measurements from becoming lines. */
export const heldOf = async (db: Db, rows: readonly MeasurementStored[]): Promise<Held> => {
  const [stale, ended] = await Promise.all([staleOnes(db, rows), endedOf(db, rows)]);
  return { stale, ended };
};

/** Why a measurement becomes no line, in words; null where it does. */
export const refusalOf = (
  row: MeasurementStored,
  asker: Actor | null,
  { stale, ended }: Held,
  { without }: Items,
): string | null => {
  if (ended.has(row.id))
    return `The requisition of ${row.number} is over without it. Open the measurement again first.`;
  if (row.status === "sent") return `${row.number} is in a requisition already.`;
  if (row.status === "dropped") return `${row.number} was dropped.`;
  if (asker && row.measuredBy !== asker.personId)
    return `${row.measuredName || "Somebody else"} measured ${row.number}, and sends it.`;
  if (stale.has(row.sheetId))
    return `${row.number} is on an older revision of its sheet. Move it over first.`;
  return row.quantity === null || Number(row.quantity) === 0
    ? `${row.number} has no quantity. Set the scale of its sheet first.`
    : (without.get(row.id) ?? null);
};

/** The sheets of measurements that a later revision replaced. */
const staleOnes = async (db: Db, rows: readonly MeasurementStored[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select id
        from plan_sheet
        where org_id = ${db.scope.orgId}
          and id = any(${rows.map(({ sheetId }) => sheetId)}::uuid[])
          and not current
      `)
    ).map(({ id }) => id),
  );

/** The sheets of measurements, as documents that are bought by them name them. */
export const sheetNames = async (db: Db, rows: readonly MeasurementStored[]): Promise<string> => {
  const ids = [...new Set(rows.map(({ sheetId }) => sheetId))];
  const sheets = await Promise.all(ids.map((id) => getRow(db, planSheet, id, "sheet")));
  return sheets.map(({ number, revision }) => `${number} revision ${revision}`).join(", ");
};

const accountOf = async (db: Db, projectId: string): Promise<ToBuy["account"]> => {
  const { segmentId } = await getRow(db, project, projectId, "project");
  const ids = await accountsOfProject(db, segmentId);
  const [only, ...more] = ids;
  if (only === undefined || more.length > 0) return null;
  const facts = (await accountFacts(db, [only])).get(only.toLowerCase())!;
  return { id: only, code: facts.code };
};

const ofSheet = (db: Db, sheetId: string, after: string): Promise<MeasurementStored[]> =>
  db.rows<MeasurementStored>(sql`
    select *
    from measurement
    where org_id = ${db.scope.orgId}
      and sheet_id = ${sheetId}
      and status in ('measured', 'checked', 'sent')
      and number > ${after}
    order by number
    limit 5000
  `);

/**
 * What the measurements of a sheet become, for a requisition of whoever measured or for a solicitation:
 * lines with a price that is proposed from what was paid before, and its source. A draft takes 200 of
 * them; `rest` says how many are left, which begin behind `next`. 404.
 */
export const proposeLines = async (
  db: Db,
  actor: Actor,
  sheetId: string,
  { for: purpose, after }: ToBuyQuery,
): Promise<ToBuy> => {
  const sheet = await getRow(db, planSheet, sheetId, "sheet");
  const { projectId } = await getRow(db, planSet, sheet.planSetId, "plan set");
  const all = await ofSheet(db, sheetId, after);
  const [held, account] = await Promise.all([heldOf(db, all), accountOf(db, projectId)]);
  // What a living requisition buys is not spoken of; what one is over without is.
  const open = all.filter((row) => row.status !== "sent" || held.ended.has(row.id));
  const rows = open.slice(0, mostMeasurements);
  const found = await itemsOf(db, rows);
  const asker = purpose === "requisition" ? actor : null;
  const kept = rows.flatMap((row) => {
    const why = refusalOf(row, asker, held, found);
    return why === null ? [] : [{ id: row.id, number: row.number, why }];
  });
  const out = new Set(kept.map(({ id }) => id));
  const lines = linesOf(found.items.filter(({ measurement }) => !out.has(measurement.id)));
  const prices = await proposedPrices(db, lines);
  return {
    lines: lines.map((each, at) => {
      const { unitPrice, source, orderId } = prices[at]!;
      return { ...each, unitPrice: unitPrice && plainDecimal(unitPrice), source, orderId };
    }),
    ids: rows.flatMap(({ id }) => (out.has(id) ? [] : [id])),
    kept,
    rest: open.length - rows.length,
    next: open.length > rows.length ? rows.at(-1)!.number : null,
    account,
  };
};
