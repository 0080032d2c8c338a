import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { instantAt } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { create } from "#server/create.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Scope, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { securityEventsSince, wokenSince } from "#areas/identity/identity.server.ts";
import { notify, organizationIds, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { detections, dormantDays } from "../event/detections.data.ts";
import { detect, saidOf, type Finding } from "../event/detect.model.ts";
import { alertNoun } from "../security.nouns.ts";

type Before = {
  id: string;
  detection: string;
  subject: string;
  living: boolean;
  lastAt: string;
};

const beforeOf = (tx: Tx): Promise<Before[]> =>
  tx.rows<Before>(sql`
    select
      distinct on (detection, subject) id, detection, subject,
      status in ('open', 'acknowledged') as living, last_at
    from security_alert
    where org_id = ${tx.scope.orgId}
    order by detection, subject, status in ('open', 'acknowledged') desc, last_at desc
  `);

const grow = (tx: Tx, id: string, found: Finding): Promise<unknown> =>
  tx.rows(sql`
    update security_alert
    set
      said = ${saidOf(found)}, event_count = ${found.events.length},
      events = ${found.events.map((event) => event.id)}::uuid[],
      last_at = ${found.events.at(-1)!.at}, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id} and event_count < ${found.events.length}
  `);

const raise = async (tx: Tx, found: Finding): Promise<void> => {
  const { detection, subject, personId, personName, address, events } = found;
  const said = saidOf(found);
  const made = await create(tx, systemActor(tx.scope.orgId!), alertNoun, {
    number: { kind: "ALR" },
    row: {
      orgId: tx.scope.orgId!,
      id: newId(),
      status: "open",
      detection: detection.key,
      severity: detection.severity,
      ...{ subject, personId, personName, address, said },
      eventCount: events.length,
      events: events.map((event) => event.id),
      firstAt: events[0]!.at,
      lastAt: events.at(-1)!.at,
    },
  });
  const officers = await peopleOnDuty(tx, "security_officer");
  notify(
    tx,
    officers.filter((id) => id !== personId),
    {
      kind: "securityAlert",
      title: `${made.number}: ${detection.label}`,
      body: said,
      link: `${alertNoun.page}/${made.id}`,
    },
  );
};

/** The longest window of a detection, and an hour in which the clock may have stood still. */
const lookedBack = (Math.max(...detections.map(({ minutes }) => minutes)) + 60) * 60_000;

/**
 * Looks for what detections find among the agency's events of the last day: raises an alert, or lets
 * the one that nobody has answered grow. What was answered does not count again.
 */
export const lookFor = async (app: App, scope: Scope): Promise<void> => {
  const since = instantAt(databaseMs() - lookedBack);
  const kinds = [...new Set(detections.flatMap((one) => one.kinds))];
  await app.database.transaction(scope, async (tx) => {
    const [seen, woken, before] = await Promise.all([
      securityEventsSince(tx, since, kinds),
      wokenSince(tx, since, dormantDays),
      beforeOf(tx),
    ]);
    const handled = new Map(
      before
        .filter(({ living }) => !living)
        .map(({ detection, subject, lastAt }) => [`${detection} ${subject}`, lastAt] as const),
    );
    const events = [...seen, ...woken].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    for (const found of detect(detections, events, handled)) {
      const living = before.find(
        (one) =>
          one.living && one.detection === found.detection.key && one.subject === found.subject,
      );
      if (living) await grow(tx, living.id, found);
      else await raise(tx, found);
    }
  });
};

/** Every minute in every agency. */
export const securityClock: Schedule = {
  name: "security-detections",
  cron: "* * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const orgId of await organizationIds(app.database))
      await lookFor(app, { orgId, personId: null });
  },
};
