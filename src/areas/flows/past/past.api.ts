import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { type Endpoint } from "#server/http/endpoint.ts";
import { tryOnPast } from "./past.service.ts";
import { dayInput, instantField } from "#kernel/time-fields.ts";

const day = dayInput("Give a day such as 2027-01-31.");
const names = z.array(z.string());
const answer = z
  .object({
    events: z.number(),
    tried: z.number(),
    until: instantField.nullable(),
    starts: z.number(),
    untold: z.number(),
    paths: z.array(
      z.object({ nodes: names, labels: names, runs: z.number(), percent: z.number() }),
    ),
    asked: z.array(z.object({ step: z.string(), who: z.string(), times: z.number() })),
    records: z.array(
      z.object({
        number: z.string().nullable(),
        href: z.string().nullable(),
        at: instantField,
        path: names,
        outcome: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "FlowOnThePast" });

/** A version tried on what happened: reads alone, whatever the version says. */
export const pastEndpoints: readonly Endpoint[] = [
  recordAct("/api/v1/flow-definitions", "try", {
    permission: "flow.design",
    summary: "What a version would have done in a period; nothing is stored, sent or numbered",
    body: z.object({ from: day, to: day }),
    response: answer,
    ownTransaction: true,
    unkept: true,
    handler: async ({ app, actor, params, body }) =>
      (await tryOnPast(app.database.read(actor), actor, params.id, body)) as unknown as z.input<
        typeof answer
      >,
  }),
];
