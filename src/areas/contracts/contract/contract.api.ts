import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { contractNoun } from "./contract.noun.ts";
import { withPassages } from "../search/passages.service.ts";
import { clearContract } from "./approval.service.ts";
import { beginningOf } from "./beginning.service.ts";
import { contractList } from "./contract.list.ts";
import {
  contractDetail,
  contractFields,
  contractInput,
  contractPatch,
  contractRow,
  wetInk,
} from "./contract.model.ts";
import { readContract } from "./contract.read.service.ts";
import { changeContract, createContract } from "./contract.service.ts";
import {
  backToDrafting,
  beginDrafting,
  cancelContract,
  closeContract,
  step as stepContract,
  stopContract,
} from "./course.service.ts";
import { signContract } from "./signing.service.ts";

const path = "/api/v1/contracts";
const steps: Endpoint[] = stepEndpoints(contractNoun, {
  draft: { summary: "Take a requested contract up", take: beginDrafting },
  ...alike(stepContract, {
    negotiate: "Begin the negotiation",
    review: "Send a contract to counsel",
    send: "Send an approved contract out for signature",
    resume: "Resume a suspended contract",
  }),
  ...alike(backToDrafting, {
    revise: "Take a contract back to drafting",
    takeBack: "Take a contract back from its approvers",
    reopen: "Change the terms of an approved contract: it is approved anew",
  }),
  clear: { summary: "Clear a contract: its approvers are asked", take: clearContract },
  cancel: { summary: "Cancel a contract that is not signed", take: cancelContract },
  sign: step(wetInk, signContract, {
    summary: "Record the signatures of both sides on paper: the contract is in force",
  }),
  ...alike(stopContract, {
    suspend: "Suspend a contract: nothing is ordered",
    terminate: "Terminate a contract for good",
    closeout: "Begin the closeout of a contract",
  }),
  close: { summary: "Close a contract: the rest of its ceiling is given up", take: closeContract },
});

const beginning = z.object({
  title: z.string(),
  vendorId: z.string(),
  departmentId: z.string(),
  basis: contractFields.basis,
  method: contractFields.method,
  evidence: z.string(),
  ceiling: z.number(),
});

export const contractEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "contract.read", contractList, contractRow, withPassages),
  endpoint({
    method: "GET",
    path: "/api/v1/contract-beginnings",
    permission: "contract.create",
    summary:
      "What a contract begins with: the share of an award, or an approved requisition; null without either",
    query: z.object({
      awardId: z.uuid().optional(),
      vendorId: z.uuid().optional(),
      lotId: z.uuid().optional(),
      requisitionId: z.uuid().optional(),
    }),
    response: z.object({ beginning: beginning.nullable() }),
    handler: async ({ db, actor, query }) => ({
      beginning: await beginningOf(db, actor, {
        awardId: query.awardId ?? null,
        requisitionId: query.requisitionId ?? null,
        lotId: query.lotId ?? null,
        vendorId: query.vendorId ?? "",
      }),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "contract.create",
    summary: "Ask for a contract: blank, from an award's share, or from a requisition",
    status: 201,
    body: contractInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createContract(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "A contract",
    params: idParams,
    response: contractDetail,
    handler: ({ db, actor, params }) => readContract(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "contract.edit",
    summary: "Change the terms of a contract before counsel reads it",
    params: idParams,
    body: contractPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeContract(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "contract", "contract.read"),
  ...steps,
];
