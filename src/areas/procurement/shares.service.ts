import { sql, type Sql } from "#server/db/sql.ts";

/**
 * The accounts that pay the order line `l` of the statement, to be joined as `s`. Looked up line by
 * line (`offset 0` keeps it so): a plain join reads the shares of every line of the agency.
 */
export const sharesOfOrderLine: Sql = sql`
  lateral (
    select account_string_id, amount, encumbered, taken
    from purchase_order_share
    where org_id = l.org_id and line_id = l.id
    offset 0
  )
`;

/** The same of a requisition's line. */
export const sharesOfRequisitionLine: Sql = sql`
  lateral (
    select account_string_id, amount, ordered_amount, released
    from requisition_share
    where org_id = l.org_id and line_id = l.id
    offset 0
  )
`;
