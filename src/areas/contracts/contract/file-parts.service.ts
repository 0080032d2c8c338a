import type { FileElement, FilePart } from "#kernel/purchase-file.ts";
import type { Day } from "#kernel/time.ts";
import type { FiledOrder } from "#server/controls/purchase-files.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { bases, priceTypes, type Basis, type PriceType } from "./contract.labels.ts";

type Carrier = {
  id: string;
  number: string;
  startsOn: Day;
  priceType: PriceType;
  determination: string;
  method: string | null;
  basis: Basis | null;
  evidence: string;
  awardId: string | null;
};

// Time and materials want a determination that nothing else is suitable. 2 CFR 200.318(j)
const typeOf = ({ priceType, determination }: Carrier): string | null =>
  priceType === "time_and_materials" && !determination.trim()
    ? null
    : `${priceTypes[priceType]}. ${determination}`.trim();

const partsOf = (orderId: string, c: Carrier): FilePart[] => {
  const chosen = c.basis && `${c.number}: ${bases[c.basis]}. ${c.evidence}`.trim();
  const said: [FileElement, string | null][] = [
    ["method", c.method && chosen],
    ["contractType", typeOf(c)],
    ["selection", chosen],
    ["price", c.basis && `Prices of ${c.number}, as it was chosen.`],
    ["contract", `${c.number}.`],
  ];
  const shown = [{ label: c.number, href: `/contracts/${c.id}` }];
  const records = [c.id, ...(c.awardId ? [c.awardId] : [])];
  return said.flatMap(([element, words]) =>
    words ? [{ orderId, element, said: words, on: c.startsOn, shown, records }] : [],
  );
};

/** What contracts put into the files of orders that are placed under them. */
export const contractPartsOfFiles = async (
  db: Db,
  orders: readonly FiledOrder[],
): Promise<FilePart[]> => {
  const ids = [...new Set(orders.flatMap(({ contractId }) => contractId ?? []))];
  if (ids.length === 0) return [];
  const found = await db.rows<Carrier>(sql`
    select id, number, starts_on, price_type, determination, method, basis, evidence, award_id
    from contract
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
  `);
  const carriers = new Map(found.map((c) => [c.id, c]));
  return orders.flatMap(({ id, contractId }) => {
    const carrier = carriers.get(contractId ?? "");
    return carrier ? partsOf(id, carrier) : [];
  });
};
