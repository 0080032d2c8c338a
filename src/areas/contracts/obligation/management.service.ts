import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import { isGap } from "../coverage/coverage.model.ts";
import { standingsOf } from "../coverage/standing.service.ts";
import type { Management } from "./management.model.ts";

type Counts = Omit<Management, "lacking">;

const countsOf = (db: Db): Promise<Counts> => {
  const org = db.scope.orgId;
  const today = sql`${businessDate(db.scope)}::date`;
  return db.one<Counts>(sql`
    select
      d.missed, d.due_soon, d.to_accept, x.to_check, x.ending, c.near_ceiling, c.options,
      c.ends_soon, c.closeout
    from (
      select
        count(*) filter (where status <> 'delivered' and due_on < ${today})::int as missed,
        count(*) filter (
          where status <> 'delivered'
          and due_on between ${today} and ${today} + 30
        )::int as due_soon,
        count(*) filter (where status = 'delivered')::int as to_accept
      from contract_obligation_due
      where org_id = ${org} and status in ('open', 'returned', 'delivered')
    ) d
    cross join (
      select
        count(*) filter (where status = 'submitted')::int as to_check,
        count(*) filter (
          where status = 'accepted'
          and to_on between ${today} and ${today} + 30
        )::int as ending
      from coverage_certificate
      where org_id = ${org}
    ) x
    cross join (
      select
        count(*) filter (
          where running
          and ceiling > 0
          and drawn * 10 >= ceiling * 9
        )::int as near_ceiling,
        count(*) filter (
          where running
          and options_used < option_count
          and option_notice_on between ${today} and ${today} + 180
        )::int as options,
        count(*) filter (
          where running
          and ends_on between ${today} and ${today} + 120
        )::int as ends_soon,
        count(*) filter (where status = 'closeout')::int as closeout
      from (
        select *, status in ('active', 'suspended') as running
        from contract
        where org_id = ${org} and status in ('active', 'suspended', 'closeout')
      ) n
    ) c
  `);
};

type Demanding = {
  id: string;
  number: string;
  title: string;
  vendor: string;
  kind: string;
  federalAward: string;
  startsOn: string;
  ceiling: number;
};

/** Contracts in force whose insurance or bonds lack something today, each with what. */
const lackingCoverage = async (db: Db): Promise<Management["lacking"]> => {
  const contracts = await db.rows<Demanding>(sql`
    select
      c.id, c.number, c.title, v.name as vendor, c.kind, c.federal_award, c.starts_on, c.ceiling
    from contract c
    join vendor v on v.org_id = c.org_id and v.id = c.vendor_id
    where c.org_id = ${db.scope.orgId}
      and c.status in ('active', 'suspended')
      and (
        (c.kind = 'construction' and c.federal_award <> '')
        or exists (
          select 1
          from coverage_demand d
          where d.org_id = c.org_id and d.contract_id = c.id
        )
      )
    order by c.number
    limit 500
  `);
  const found = await Promise.all(
    contracts.map(async (c) => ({
      ...{ id: c.id, number: c.number, title: c.title, vendor: c.vendor },
      gaps: (await standingsOf(db, c)).filter(isGap).map((each) => each.text),
    })),
  );
  return found.filter((c) => c.gaps.length > 0);
};

/** What /contract-management counts, and the contracts whose coverage lacks something. */
export const readManagement = async (db: Db): Promise<Management> => {
  const [counts, lacking] = await Promise.all([countsOf(db), lackingCoverage(db)]);
  return { ...counts, lacking };
};
