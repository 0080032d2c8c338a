import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { systemActor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { serviceRequest } from "../engagement.tables.ts";
import { tellParties, tellStaff } from "./parties.service.ts";
import { lateReasons } from "./service.labels.ts";
import type { lateInput } from "./service.model.ts";

type Stored = typeof serviceRequest.$inferSelect;

/** Whether the day that was promised is over while the request is open. */
const isLate = (tx: Tx, row: Pick<Stored, "closedAt" | "expectedAt">): boolean =>
  row.closedAt === null && Date.parse(row.expectedAt) < businessNow(tx.scope).getTime();

/** A request ends only after a missed date was explained. 409 otherwise. */
export const requireExplained = (tx: Tx, row: Stored): void => {
  if (isLate(tx, row))
    throw conflict(
      "late_unexplained",
      "The day that was promised is over. Say first why it was missed; everybody may read the reason.",
    );
};

/**
 * Says in public why the date was missed and what day is expected now; reporter and followers are
 * told. 409 while it is not late, 422 for a day that is over.
 */
export const giveLateReason = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  { reason, expectedOn }: z.output<typeof lateInput>,
): Promise<void> => {
  const before = await lockRow(tx, serviceRequest, id, "service request");
  requireVersion(before.version, version);
  if (!isLate(tx, before))
    throw conflict("not_late", "A reason is given once the expected day is over.");
  if (expectedOn < businessDate(tx.scope))
    throw invalidField("expectedOn", "This day is over. Enter the day that is expected now.");
  const { name, timeZone } = await tx.one<{ name: string; timeZone: string }>(sql`
    select y.name, o.time_zone
    from service_type y
    join organization o on o.id = y.org_id
    where y.org_id = ${tx.scope.orgId} and y.id = ${before.serviceTypeId}
  `);
  const after = await tx.one<{ lateReason: string; expectedAt: Instant }>(sql`
    update service_request
    set
      late_reason = ${reason}, late_asked_at = null,
      expected_at = (${expectedOn}::date + time '23:59') at time zone ${timeZone},
      version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id}
    returning late_reason, expected_at
  `);
  note(tx, actor, "serviceRequest", before, {
    action: "late",
    before: { lateReason: before.lateReason, expectedAt: before.expectedAt },
    after,
  });
  await tellParties(tx, before.orgId, before, {
    service: name,
    text: `It takes longer than we said. ${lateReasons[reason]}. We now expect it by ${formatDate(expectedOn)}.`,
  });
};

/** Requests asked about in one morning at most; the rest follows the next. */
const most = 500;

const askReasons = async (tx: Tx, actor: Actor): Promise<void> => {
  const late = await tx.rows<{ id: string; number: string }>(sql`
    update service_request r
    set late_asked_at = clock_timestamp()
    where r.org_id = ${tx.scope.orgId}
      and r.id in (
        select id
        from service_request
        where org_id = ${tx.scope.orgId}
          and closed_at is null
          and late_asked_at is null
          and expected_at < ${businessNow(tx.scope).toISOString()}::timestamptz
        order by expected_at
        limit ${most}
        for update skip locked
      )
    returning r.id, r.number
  `);
  for (const { id, number } of late)
    await tellStaff(tx, actor, id, {
      title: `${number} missed its date`,
      body: "Say why, and what day is expected now. Everybody may read it.",
      answers: true,
    });
};

/** Each morning: who answers a request that missed its date is asked for the reason, once. */
export const lateDay: AgencyDay = {
  name: "late-service-requests",
  at: "07:00",
  afterRestore: {
    kind: "deadlines",
    due: `
      select
        count(*)::int as due, count(distinct owner_id)::int as people, min(expected_at) as since
      from service_request
      where closed_at is null and late_asked_at is null and expected_at < clock_timestamp()
    `,
  },
  run: async (app, orgId) => {
    const { timeZone } = await readOrganization(app.database.read({ orgId, personId: null }));
    const actor = { ...systemActor(orgId), timeZone };
    await app.database.transaction(actor, (tx) => askReasons(tx, actor));
  },
};
