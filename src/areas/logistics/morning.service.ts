import { systemActor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { quietShipments, quietShipmentsDue } from "#areas/procurement/procurement.server.ts";
import { expiresAfter } from "./shipment/shipment.model.ts";
import { followRecords } from "./shipment/standing.service.ts";

/** Each morning of an agency: nobody waits any more for what was not heard of for thirty days. */
export const shipmentsDay: AgencyDay = {
  name: "shipments",
  at: "00:20",
  afterRestore: {
    kind: "courses",
    due: quietShipmentsDue(expiresAfter),
  },
  run: async (app, orgId) => {
    const actor = systemActor(orgId);
    await app.database.transaction(actor, async (tx) => {
      const quiet = await quietShipments(tx, addDays(businessDate(tx.scope), -expiresAfter));
      for (const id of quiet)
        await followRecords(tx, actor, id, `Nothing was heard of it for ${expiresAfter} days`);
    });
  },
};
