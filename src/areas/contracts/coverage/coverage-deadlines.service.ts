import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import { coverageKinds, type CoverageKind } from "./coverage.labels.ts";

type Row = {
  id: string;
  number: string;
  title: string;
  vendor: string;
  ownerId: string | null;
  certificateId: string | null;
  kind: CoverageKind | null;
  issuer: string;
  toOn: Day;
};

// Of a contract in force, the last day of each kind that no later certificate follows.
const rowsOf = (db: Db, id: string | null): Promise<Row[]> =>
  db.rows<Row>(sql`
    select
      c.id, c.number, c.title, v.name as vendor, c.owner_id, x.id as certificate_id, x.kind,
      x.issuer, x.to_on
    from contract c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    left join coverage_certificate x
      on x.org_id = c.org_id
      and x.contract_id = c.id
      and x.status = 'accepted'
      and x.to_on is not null
      and c.status in ('active', 'suspended')
      and not exists (
        select 1
        from coverage_certificate y
        where y.org_id = x.org_id
          and y.contract_id = x.contract_id
          and y.kind = x.kind
          and y.status = 'accepted'
          and (y.to_on is null or y.to_on > x.to_on)
      )
    where c.org_id = ${db.scope.orgId}
      and case when ${id}::uuid is null then x.id is not null else c.id = ${id}::uuid end
    order by c.id, x.kind, x.id
  `);

const recordsOf = (rows: readonly Row[]): DeadlineRecordOf[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].map((c) => ({
    id: c.id,
    number: c.number,
    link: `/contracts/${c.id}?tab=coverage`,
    deadlines: rows
      .filter((row) => row.id === c.id && row.certificateId !== null)
      .map((row) => ({
        key: `certificate-${row.certificateId}`,
        title: `${coverageKinds[row.kind!]} of ${row.vendor} ends: ${row.title}`.slice(0, 200),
        dueOn: row.toOn,
        follows: `The last day of what ${row.issuer} covers. Ask the vendor for the next one before.`,
        ownerId: row.ownerId,
        notices: [60, 30, 14, 7],
        byHand: false,
      })),
  }));

/** The last days of a contract's certificates as they follow now. */
export const keepCoverageDays = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const [record] = recordsOf(await rowsOf(tx, id));
  await keepDeadlines(tx, actor, "coverage", record!);
};

export const coverageDeadlines: DeadlineSource = {
  type: "coverage",
  label: "Insurance or bond",
  permission: "contract.read",
  duty: "contract_manager",
  all: async (db) => recordsOf(await rowsOf(db, null)),
};
