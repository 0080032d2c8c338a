import { raw, sql, type Sql } from "#server/db/sql.ts";

/** Whose certificates, on which day: SQL of the agency's and the vendor's id, and of the day. */
type Asked = { org: string; vendor: string; day: string };

const from = ({ org, vendor, day }: Asked): string => `
  from vendor_certification held
  where held.org_id = ${org}
    and held.vendor_id = ${vendor}
    and (held.valid_from is null or held.valid_from <= ${day})
    and (held.valid_to is null or held.valid_to >= ${day})
    and (held.ended_on is null or held.ended_on > ${day})`;

/**
 * SQL of the kinds of certification that a vendor has in force on a day, each once, by their letters
 * (text[]). The rows say it anew each time: there is no copy of today's kinds that could be late.
 */
export const kindsOn = (asked: Asked): string =>
  `array(select distinct held.kind ${from(asked)} order by held.kind)`;

/** SQL of whether a vendor has any certification in force on a day. */
export const certifiedOn = (asked: Asked): string => `exists (select 1 ${from(asked)})`;

/** The kinds in force today of the vendor of a list whose alias is `v`. */
export const kindsToday = kindsOn({ org: "v.org_id", vendor: "v.id", day: "$today" });

/** The same beside a vendor `v`, on a day that is said by SQL with values of its own. */
export const kindsOfListed = (day: Sql): Sql => {
  const [first, ...parts] = kindsOn({ org: "v.org_id", vendor: "v.id", day: "$day" }).split("$day");
  return parts.reduce((acc, part) => sql`${acc}${day}${raw(part)}`, raw(first!));
};
