/**
 * SQL of what the ledger has expended on the accounts of an award over all its fiscal years, in cents:
 * its own money and its match together; of the agency's id and the award's segment, as SQL.
 */
export const expendedOfAward = (org: string, segment: string): string => `coalesce((
  select sum(spent_line.expended)
  from budget_line spent_line
  join account_string spent_on
    on spent_on.org_id = spent_line.org_id
    and spent_on.id = spent_line.account_string_id
  join segment_value spent_for
    on spent_for.org_id = spent_on.org_id
    and spent_for.id = spent_on.account_id
  where spent_line.org_id = ${org}
    and spent_on.award_id = ${segment}
    and spent_for.class not in ('revenue', 'transfer_in')
), 0)::bigint`;
