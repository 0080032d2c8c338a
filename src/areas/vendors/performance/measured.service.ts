import type { MeasuredRecords } from "#server/measured.ts";
import { sql } from "#server/db/sql.ts";
import { eventsSql } from "./events.service.ts";

/**
 * Order lines of all vendors by the day for which they were promised, as the scorecards count them: whole 1
 * each, part 1 for those of which the whole quantity was accepted by then.
 */
export const linesInFull: MeasuredRecords = ({ orgId, from, to }) => sql`
  select
    e.order_id as id, split_part(e.title, ', line ', 1) as number,
    e.title || '. ' || e.detail as said, e.day,
    (case when e.good then 1 else 0 end)::numeric as part, 1::numeric as whole
  from (${eventsSql("delivery", { orgId, vendorId: null, from, to })}) e
`;
