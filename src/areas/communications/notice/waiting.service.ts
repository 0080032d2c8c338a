import type { Day } from "#kernel/time.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { sql } from "#server/db/sql.ts";
import type { VendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import { acknowledgePath } from "./sending.jobs.ts";

const day = 86_400_000;
/** Within so many days it presses. */
const urgentDays = 2;

type Open = { orgId: string; id: string; number: string; subject: string; by: Day };

/** Notices that a vendor has not acknowledged yet wait on the start page of its portal. */
export const noticesWaiting: VendorWaits = async (side) => {
  const open = await side.rows<Open>(sql`
    select r.org_id, r.id, n.number, n.subject, n.acknowledge_by as by
    from notice_recipient r
    join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
    where r.queued_at is not null
      and r.acknowledged_at is null
      and n.acknowledge_by is not null
      and r.vendor_id is not null
    order by n.acknowledge_by
    limit 50
  `);
  if (open.length === 0) return [];
  const agencies = await agenciesOf(side);
  const names = new Map(agencies.map((each) => [each.orgId, each.agency]));
  return open.map(({ orgId, id, number, subject, by }) => ({
    kind: "notice",
    title: `Confirm ${number}`,
    detail: subject,
    at: by,
    href: acknowledgePath(orgId, id),
    urgent: Date.parse(by) - databaseMs() < urgentDays * day,
    agency: names.get(orgId) ?? "",
  }));
};
