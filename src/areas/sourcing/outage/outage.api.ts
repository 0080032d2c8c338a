import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { openHeld } from "../opening/opening.jobs.ts";
import { extendInput, openAnywayInput } from "./outage.model.ts";
import { extendAfterOutage, openAfterOutage } from "./outage.service.ts";

const base = "/api/v1/solicitations/{id}/outage/actions";
const done = z.object({ id: z.string() });

export const outageEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${base}/extend`,
    permission: "solicitation.publish",
    summary: "Extend a deadline before which nobody could reach Levee",
    params: idParams,
    body: extendInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await extendAfterOutage(tx, actor, params.id, body);
      return { id: params.id };
    },
  }),
  endpoint({
    method: "POST",
    path: `${base}/open`,
    permission: "solicitation.publish",
    summary: "Let answers be opened although nobody could reach Levee before they were due",
    params: idParams,
    body: openAnywayInput,
    response: done,
    handler: async ({ app, tx, actor, params, body }) => {
      await openAfterOutage(tx, actor, params.id, body);
      tx.afterCommit(() => openHeld(app));
      return { id: params.id };
    },
  }),
];
