import { canonicalJson } from "#kernel/canonical-json.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { hasExclusionList } from "./exclusion-list.service.ts";
import type { Screened } from "./candidates.service.ts";
import type { Subject } from "./match.model.ts";

/** A search of SAM.gov by hand that still says something about a vendor. */
export type StandingSearch = {
  id: string;
  searchedOn: Day;
  excluded: boolean;
  fileId: string;
  fileName: string;
  sha256: string;
  /** The last day on which it counts. */
  lastDay: Day;
};

/** Days for which a search by hand counts: the agency's own rule, else the product's default. */
export const searchDays = async (db: Db): Promise<number> => {
  const rules = await rulesOfKey(db, "exclusionSearch");
  return leastOf(ownOrShipped(rules, "exclusionSearch", businessDate(db.scope)), "days") ?? 0;
};

/** What is searched for: another name, UEI or address asks for another search. */
export const subjectOf = ({
  name,
  doingBusinessAs,
  uei,
  address1,
  city,
  state,
  postalCode,
}: Omit<Screened, "id">): Subject => ({
  name,
  doingBusinessAs,
  uei,
  address1,
  city,
  state,
  postalCode,
});

/**
 * The newest search for this vendor as it is now, where that still holds today; null where none was
 * made, it ran out, or the vendor's name, UEI or address are others.
 */
export const standingSearch = async (db: Db, vendor: Screened): Promise<StandingSearch | null> => {
  const [days, found] = await Promise.all([
    searchDays(db),
    db.maybe<Omit<StandingSearch, "lastDay"> & { subject: Subject }>(sql`
      select s.id, s.searched_on, s.excluded, s.file_id, f.name as file_name, f.sha256, s.subject
      from exclusion_search s
      join stored_file f on f.org_id = s.org_id and f.id = s.file_id
      where s.org_id = ${db.scope.orgId} and s.vendor_id = ${vendor.id}
      order by s.searched_on desc, s.at desc
      limit 1
    `),
  ]);
  if (!found) return null;
  const { subject, ...search } = found;
  const lastDay = addDays(search.searchedOn, days);
  return lastDay >= businessDate(db.scope) &&
    canonicalJson(subject) === canonicalJson(subjectOf(vendor))
    ? { ...search, lastDay }
    : null;
};

/** Whether a vendor can be screened now: against a list, or by a search that holds. */
export const isScreenable = async (db: Db, vendor: Screened): Promise<boolean> =>
  (await hasExclusionList(db)) || (await standingSearch(db, vendor)) !== null;
