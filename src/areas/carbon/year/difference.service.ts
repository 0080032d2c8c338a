import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { carbonYear } from "../carbon.tables.ts";
import { potentialSets, type PotentialKey } from "../factor/potentials.data.ts";
import { differenceOf, type Compared } from "../line/difference.model.ts";
import type { Difference } from "./year.model.ts";
import type { YearStored } from "./year.noun.ts";

type Stored = {
  sourceKey: string;
  activity: string;
  amount: string;
  factorId: string;
  factorUnit: string;
  co2: string;
  ch4: string;
  n2o: string;
  grams: number;
};

const linesOf = (db: Db, yearId: string): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      l.source_key, l.activity, trim_scale(l.amount)::text as amount, l.factor_id,
      f.unit as factor_unit, trim_scale(f.co2)::text as co2, trim_scale(f.ch4)::text as ch4,
      trim_scale(f.n2o)::text as n2o, l.grams
    from carbon_line l
    join carbon_factor f on f.org_id = l.org_id and f.id = l.factor_id
    where l.org_id = ${db.scope.orgId} and l.year_id = ${yearId} and l.basis = ''
  `);

const comparedOf = async (db: Db, year: YearStored): Promise<Compared> => ({
  lines: (await linesOf(db, year.id)).map(({ co2, ch4, n2o, ...line }) => ({
    ...line,
    factor: { co2, ch4, n2o },
  })),
  potentials: potentialSets[year.potentials as PotentialKey],
  method: Object.fromEntries(
    year.setup.activities.map(({ key, point, takes, words, codes }) => [
      key,
      JSON.stringify([point, takes, words, codes]),
    ]),
  ),
});

/** Why a version differs from the one that it restates; null for a first version. */
export const differenceFrom = async (db: Db, year: YearStored): Promise<Difference | null> => {
  if (year.restatesId === null) return null;
  const before = await getRow(db, carbonYear, year.restatesId, "carbon year");
  const [was, is] = await Promise.all([comparedOf(db, before), comparedOf(db, year)]);
  return differenceOf(was, is);
};
