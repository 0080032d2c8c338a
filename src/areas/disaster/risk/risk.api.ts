import { patchOf, wholeWith } from "#kernel/fields.ts";
import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { riskNoun } from "../incident/nouns.ts";
import { publicRisk, riskDetail, riskInput, riskRow, riskStep } from "./risk.model.ts";
import {
  changeRisk,
  identifyRisk,
  riskSteps,
  publicRisks,
  readRisk,
  riskList,
} from "./risk.service.ts";

const path = "/api/v1/risks";

/** The register of risks; visitors read its published entries. */
export const riskEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "risk.read", riskList, riskRow),
  endpoint({
    method: "GET",
    path: "/api/v1/public/risks",
    permission: "public",
    tag: "public site",
    summary: "Published entries of the risk register",
    mayLag: true,
    response: z.object({ items: z.array(publicRisk) }),
    handler: async ({ late }) => ({ items: await publicRisks(late.published()) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "risk.edit",
    summary: "Enter a risk with owner and day of review",
    status: 201,
    body: riskInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => identifyRisk(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "risk.read",
    summary: "A risk",
    params: idParams,
    response: riskDetail,
    handler: ({ db, actor, params }) => readRisk(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "risk.edit",
    summary: "Change a risk",
    params: idParams,
    body: patchOf(riskInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readRisk(tx, actor, params.id);
      const whole = wholeWith(riskInput, riskInput.shape, stands, body);
      return changeRisk(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "risk", "risk.read"),
  ...stepEndpoints(riskNoun, {
    assess: step(riskStep, riskSteps.assess),
    treat: step(riskStep, riskSteps.treat),
    accept: step(riskStep, riskSteps.accept),
    close: step(riskStep, riskSteps.close),
  }),
];
