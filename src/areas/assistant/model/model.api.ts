import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { modelInput, modelStanding, modelTrials } from "./setting.model.ts";
import { readModel, setUpModel } from "./setting.service.ts";
import { tryModel } from "./try.service.ts";

const path = "/api/v1/language-model";
const permission = "agent.configure";

/** The language model of an agency: how it is set up, what it used, and whether it does what it must. */
export const modelEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission,
    summary: "The language model: which one, what may leave for it, what it used this month",
    response: modelStanding,
    handler: ({ app, db }) => readModel(app.config, db),
  }),
  actAt(path, "set-up", {
    permission,
    summary: "Set up the language model; a key is sealed and never shown again",
    body: modelInput,
    response: z.object({ version: z.number() }),
    handler: ({ app, tx, actor, body }) => setUpModel(app.config, tx, actor, body),
  }),
  actAt(path, "try", {
    permission,
    summary: "Try the language model: address, streaming, tools, schema, a planted instruction",
    ownTransaction: true,
    response: modelTrials,
    handler: ({ app, actor }) => tryModel(app, actor),
  }),
];
