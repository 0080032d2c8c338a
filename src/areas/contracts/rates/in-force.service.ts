import { formatDate } from "#kernel/dates.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { compareQuantity, shownDecimal, shownPrice } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { LineAtRate, RatedLine } from "#areas/procurement/procurement.server.ts";
import { priceAt, type RatedItem } from "#areas/procurement/procurement.public.ts";

type Sheet = { id: string; number: string };

/** The sheet whose prices hold on a day: the latest agreed one that has begun. */
const sheetOn = (db: Db, contractId: string, day: string) =>
  db.maybe<Sheet>(sql`
    select s.id, c.number
    from contract_rate_sheet s
    join contract c on c.org_id = s.org_id and c.id = s.contract_id
    left join contract_amendment a on a.org_id = s.org_id and a.id = s.amendment_id
    where s.org_id = ${db.scope.orgId}
      and s.contract_id = ${contractId}
      and s.effective_from <= ${day}::date
      and case
        when s.amendment_id is null then c.original_ceiling is not null
        else a.status = 'applied'
      end
    order by s.effective_from desc, s.sequence desc
    limit 1
  `);

type Wanted = { codes?: readonly string[] | undefined; q?: string | undefined };

const itemsOf = (db: Db, sheetId: string, { codes, q = "" }: Wanted, limit: number) =>
  db.rows<RatedItem>(sql`
    select
      code as id, code, min(description) as description, min(commodity_code) as commodity_code,
      min(unit) as unit,
      jsonb_agg(jsonb_build_object(
        'from', from_quantity::text, 'unitPrice', unit_price::text
      ) order by from_quantity) as tiers
    from contract_rate
    where org_id = ${db.scope.orgId}
      and sheet_id = ${sheetId}
      and (${codes ?? null}::text[] is null or code = any(${codes ?? null}::text[]))
      and (${q} = '' or position(lower(${q}) in lower(code || ' ' || description)) > 0)
    group by code
    order by code
    limit ${limit}
  `);

/**
 * The items that a contract's sheet of a day prices, by number or by words, at most `limit`;
 * `rated`: whether it has a sheet that day.
 */
export const ratesOn = async (
  db: Db,
  contractId: string,
  day: string,
  wanted: Wanted,
  limit: number,
): Promise<{ rated: boolean; items: RatedItem[] }> => {
  const sheet = await sheetOn(db, contractId, day);
  return { rated: sheet !== null, items: sheet ? await itemsOf(db, sheet.id, wanted, limit) : [] };
};

const lowest = ({ tiers }: RatedItem) =>
  tiers.map(({ from }) => from).toSorted(compareQuantity)[0] ?? "0";

const refusalOf = (
  line: LineAtRate,
  item: RatedItem | undefined,
  { number }: Sheet,
  day: Day,
): FieldError | RatedLine => {
  if (!line.rateCode)
    return {
      path: `${line.path}.rateCode`,
      message: `Choose an item of the rate sheet of ${number}. What is not on it is ordered without the contract.`,
    };
  if (!item)
    return {
      path: `${line.path}.rateCode`,
      message: `${line.rateCode} is not on the rate sheet of ${number} on ${formatDate(day)}.`,
    };
  const unitPrice = priceAt(item.tiers, line.quantity);
  if (unitPrice === null)
    return {
      path: `${line.path}.quantity`,
      message: `${number} sells ${item.description} from ${shownDecimal(lowest(item))} ${item.unit} on.`,
    };
  if (line.unitPrice && compareQuantity(line.unitPrice, unitPrice) !== 0)
    return {
      path: `${line.path}.unitPrice`,
      message: `${number} says $${shownPrice(unitPrice)} for ${shownDecimal(line.quantity)} ${item.unit} on ${formatDate(day)}.`,
    };
  const { code, description, commodityCode, unit } = item;
  return { rateCode: code, description, commodityCode, unit, unitPrice };
};

/**
 * What the contract's rate sheet of the order's day says of each line; null where the contract has
 * none. 422 names a line that is not on the sheet, or asks for another price.
 */
export const pricedByContract = async (
  db: Db,
  contractId: string,
  day: Day,
  lines: readonly LineAtRate[],
): Promise<RatedLine[] | null> => {
  const sheet = await sheetOn(db, contractId, day);
  if (!sheet) return null;
  const codes = lines.flatMap((line) => line.rateCode ?? []);
  const items = new Map(
    (await itemsOf(db, sheet.id, { codes }, codes.length)).map((item) => [item.code, item]),
  );
  const found = lines.map((line) => refusalOf(line, items.get(line.rateCode ?? ""), sheet, day));
  const errors = found.filter((each): each is FieldError => "path" in each);
  if (errors.length)
    throw invalid(
      "not_at_rate",
      `Orders under ${sheet.number} take the items and prices of its rate sheet. Nothing was saved.`,
      errors,
    );
  return found as RatedLine[];
};
