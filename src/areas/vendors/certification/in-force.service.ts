// The certificates of a vendor that hold on a day.
const holding = (org: string, vendor: string, day: string): string => `
  from vendor_certification held
  where held.org_id = ${org}
    and held.vendor_id = ${vendor}
    and (held.valid_from is null or held.valid_from <= ${day})
    and (held.valid_to is null or held.valid_to >= ${day})
    and (held.ended_on is null or held.ended_on > ${day})
`;

/**
 * SQL of the kinds of certification that a vendor has in force on a day, each once, by their letters
 * (text[]); of the agency's id, the vendor's, and the day, as SQL. The rows say it anew each time: there
 * is no copy of today's kinds that could be late.
 */
export const kindsOn = (org: string, vendor: string, day: string): string =>
  `array(select distinct held.kind ${holding(org, vendor, day)} order by held.kind)`;

/** SQL of whether a vendor has any certification in force on a day. */
export const certifiedOn = (org: string, vendor: string, day: string): string =>
  `exists (select 1 ${holding(org, vendor, day)})`;

/** The kinds in force today of the vendor of a list whose alias is `v`. */
export const kindsToday = kindsOn("v.org_id", "v.id", "$today");
