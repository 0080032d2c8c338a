import type { App } from "#server/app.ts";
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
} as const;

/** Tells the administrators of every agency of each alarm of this installation, once. */
export const tellAlarms = async ({ database }: Pick<App, "database">): Promise<void> => {
  for (const orgId of await organizationIds(database))
    await database.transaction({ orgId, personId: null }, async (tx) => {
      const alarms = await takeUntold(tx);
      if (alarms.length === 0) return;
      const people = await administratorsOf(tx);
      for (const { kind, text, endedAt } of alarms)
        notify(tx, people, {
          kind: "operation",
          title: endedAt ? `${titles[kind]} — it is over` : titles[kind],
          body: text,
          link: "/dashboard",
        });
    });
};
