import type { App } from "#server/app.ts";
import type { Alarm } from "#server/operation/alarms.ts";
import { takeUntold } from "#server/operation/told.ts";
import {
  administratorsOf,
  notify,
  organizationIds,
} from "#areas/organization/organization.server.ts";

const titles = {
  clock: "A server's clock is wrong",
  disk: "The disk is full",
  scanner: "The virus scanner does not answer",
  standby: "Nothing is read from the standby",
} as const;
/** What a rule of the monitoring says first is its own title. */
const titleOf = ({ kind, text }: Pick<Alarm, "kind" | "text">): string =>
  kind in titles ? titles[kind as keyof typeof titles] : text.split(/[:.] /)[0]!;

/** Tells the administrators of every agency of each alarm of this installation, once. */
export const tellAlarms = async ({ database }: Pick<App, "database">): Promise<void> => {
  for (const orgId of await organizationIds(database))
    await database.transaction({ orgId, personId: null }, async (tx) => {
      const alarms = await takeUntold(tx);
      if (alarms.length === 0) return;
      const people = await administratorsOf(tx);
      for (const alarm of alarms)
        notify(tx, people, {
          kind: "operation",
          title: alarm.endedAt ? `${titleOf(alarm)} — it is over` : titleOf(alarm),
          body: alarm.text,
          link: alarm.kind.startsWith("rule:") ? "/admin/monitoring" : "/dashboard",
        });
    });
};
