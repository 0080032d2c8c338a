import type { FileElement, FilePart } from "#kernel/purchase-file.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { bases, priceTypes, type Basis, type PriceType } from "./contract.labels.ts";

type Carrier = {
  orderId: string;
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

/** What contracts put into the files of orders that are placed under them. */
export const contractPartsOfFiles = async (
  db: Db,
  orderIds: readonly string[],
): Promise<FilePart[]> => {
  const found = await db.rows<Carrier>(sql`
    select
      o.id as order_id, c.id, c.number, c.starts_on, c.price_type, c.determination, c.method,
      c.basis, c.evidence, c.award_id
    from purchase_order o
    join contract c on c.org_id = o.org_id and c.id = o.contract_id
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...orderIds]}::uuid[])
    order by c.id
  `);
  return found.flatMap((c) => {
    const chosen = c.basis && `${c.number}: ${bases[c.basis]}. ${c.evidence}`.trim();
    const said: [FileElement, string | null][] = [
      ["method", c.method && chosen],
      ["contractType", typeOf(c)],
      ["selection", chosen],
      ["price", c.basis && `Prices of ${c.number}, as it was chosen.`],
      ["contract", c.number],
    ];
    const shown = [{ label: c.number, href: `/contracts/${c.id}` }];
    const records = [c.id, ...(c.awardId ? [c.awardId] : [])];
    return said.flatMap(([element, words]) =>
      words ? [{ orderId: c.orderId, element, said: words, on: c.startsOn, shown, records }] : [],
    );
  });
};
