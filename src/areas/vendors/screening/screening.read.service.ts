import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { vendor } from "../vendors.tables.ts";
import { currentList } from "./exclusion-list.service.ts";
import type { ScreeningRow, ScreeningsAnswer } from "./screening.model.ts";
import { searchDays, standingSearch } from "./standing-search.service.ts";

const person = sql`
  left join person p on p.id = s.person_id
  left join vendor_screening_decision d on d.org_id = s.org_id and d.screening_id = s.id
  left join person q on q.id = d.person_id
`;

/**
 * Every screening of a vendor with its evidence and decision, newest first; whether a list is loaded,
 * and the search that stands in for it. 404 for a vendor that
 * is not there.
 */
export const readScreenings = async (
  db: Db,
  actor: Actor,
  vendorId: string,
): Promise<ScreeningsAnswer> => {
  const [row, list, days] = await Promise.all([
    getRow(db, vendor, vendorId, "vendor"),
    currentList(db),
    searchDays(db),
  ]);
  const [search, rows] = await Promise.all([
    list ? null : standingSearch(db, row),
    db.rows<Omit<ScreeningRow, "canDecide">>(sql`
      select
        s.id, s.vendor_id, s.at, p.display_name as person, s.trigger, s.list_name, s.list_date,
        s.list_sha256, s.list_rows, s.subject, s.candidates, s.outcome, s.object_type, s.object_id,
        s.object_number, d.decision, d.reason as decision_reason, d.at as decided_at,
        q.display_name as decider,
        case
          when h.id is not null then jsonb_build_object(
            'fileId', h.file_id, 'person', hp.display_name, 'note', h.note, 'lastDay',
            h.searched_on + ${days}::int
          )
        end as search
      from vendor_screening s ${person}
      left join exclusion_search h on h.org_id = s.org_id and h.id = s.search_id
      left join person hp on hp.id = h.person_id
      where s.org_id = ${db.scope.orgId} and s.vendor_id = ${vendorId}
      order by s.at desc, s.id desc
      limit 100
    `),
  ]);
  return {
    items: rows.map((each, at) => ({
      ...each,
      canDecide:
        at === 0 &&
        each.outcome === "possible" &&
        each.decision === null &&
        actor.permissions.has("vendor.screen"),
    })),
    hasList: list !== null,
    searchUntil: search?.lastDay ?? null,
    searchDays: days,
  };
};
