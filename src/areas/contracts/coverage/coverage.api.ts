import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { certificateNoun } from "./certificate.noun.ts";
import { certificateList } from "./certificate.list.ts";
import { certificateInput, certificateRow, coverageAnswer, demandInput } from "./coverage.model.ts";
import {
  demandCoverage,
  dropDemand,
  handIn,
  moveCertificate,
  readCoverage,
} from "./coverage.service.ts";

const path = "/api/v1/contracts/{id}/coverage";
const written = z.object({ id: z.string(), version: z.number() });
/** What contracts demand of insurance and bonds, and what was handed in. */
export const coverageEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/certificates", "contract.read", certificateList, certificateRow),
  endpoint({
    method: "GET",
    path,
    permission: "contract.read",
    summary: "A contract's insurance and bonds against what it demands at its current price",
    params: idParams,
    response: coverageAnswer,
    handler: ({ db, actor, params }) => readCoverage(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/demands`,
    permission: "contract.edit",
    summary: "Enter what a contract demands of one kind of insurance or bond",
    params: idParams,
    body: demandInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      demandCoverage(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/demands/{demandId}`,
    permission: "contract.edit",
    summary: "Take a demand out of a contract",
    params: idParams.extend({ demandId: z.uuid("Not a record id.") }),
    response: written,
    handler: ({ tx, actor, params, ifMatch }) =>
      dropDemand(tx, actor, { contractId: params.id, id: params.demandId }, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${path}/certificates`,
    permission: "contract.edit",
    summary: "Enter a certificate of insurance or a bond that came on paper",
    status: 201,
    params: idParams,
    body: certificateInput,
    response: written,
    handler: ({ tx, actor, params, body }) => handIn(tx, actor, params.id, body, "agency"),
  }),
  ...stepEndpoints(
    certificateNoun,
    alike(moveCertificate, {
      accept: "Accept a certificate or bond: it counts from now on",
      return: "Return a certificate or bond to who handed it in",
      end: "End a certificate or bond that was cancelled before its last day",
    }),
    { response: written },
  ),
];
