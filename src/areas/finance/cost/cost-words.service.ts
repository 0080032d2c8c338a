import { sql } from "#server/db/sql.ts";

/**
 * What a cost `c` is called wherever costs stand: of pay its period, never the person, who stands in
 * the payroll register alone and for whoever may read that.
 */
export const costWords = sql`
  case
    when c.source = 'payroll' then 'Pay of ' || to_char(c.incurred_from, 'Mon FMDD') || ' to ' || to_char(
      c.incurred_to, 'Mon FMDD, YYYY'
    )
    else c.description
  end
`;
