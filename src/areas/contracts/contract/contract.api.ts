import { z } from "zod";
import type { Permission } from "#kernel/access.ts";
import {
  endpoint,
  idParams,
  writtenRecord,
  type Context,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import type { Tx } from "#server/db/db.ts";
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
import type { ContractRecord } from "./contract.noun.ts";
import { readContract } from "./contract.read.service.ts";
import { changeContract, createContract } from "./contract.service.ts";
import {
  backToDrafting,
  beginDrafting,
  cancelContract,
  closeContract,
  step,
  stopContract,
} from "./course.service.ts";
import { signContract } from "./signing.service.ts";

const path = "/api/v1/contracts";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });
type Call = Context<{ id: string }, undefined, z.output<typeof reasonInput>> & { tx: Tx };

const action = (
  name: string,
  permission: Permission,
  summary: string,
  run: (
    call: Call,
    step: { id: string; version: number | null; reason: string | null },
  ) => Promise<ContractRecord>,
) =>
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/${name}`,
    permission,
    summary,
    params: idParams,
    body: reasonInput,
    response: writtenRecord,
    handler: (context) => {
      const call = context as Call;
      const { params, ifMatch, body } = call;
      return run(call, { id: params.id, version: ifMatch, reason: body.reason ?? null });
    },
  });

const before: Endpoint[] = [
  action("draft", "contract.edit", "Take a requested contract up", ({ tx, actor }, at) =>
    beginDrafting(tx, actor, at),
  ),
  action("negotiate", "contract.edit", "Begin the negotiation", ({ tx, actor }, at) =>
    step(tx, actor, "negotiate", at),
  ),
  action("review", "contract.edit", "Send a contract to counsel", ({ tx, actor }, at) =>
    step(tx, actor, "review", at),
  ),
  action("revise", "contract.edit", "Take a contract back to drafting", ({ tx, actor }, at) =>
    backToDrafting(tx, actor, "revise", at),
  ),
  action(
    "clear",
    "contract.review",
    "Clear a contract: its approvers are asked",
    ({ tx, actor }, { id, version }) => clearContract(tx, actor, id, version),
  ),
  action("takeBack", "contract.edit", "Take a contract back from its approvers", (call, at) =>
    backToDrafting(call.tx, call.actor, "takeBack", at),
  ),
  action("send", "contract.edit", "Send an approved contract out for signature", (call, at) =>
    step(call.tx, call.actor, "send", at),
  ),
  action(
    "reopen",
    "contract.edit",
    "Change the terms of an approved contract: it is approved anew",
    (call, at) => backToDrafting(call.tx, call.actor, "reopen", at),
  ),
  action("cancel", "contract.edit", "Cancel a contract that is not signed", (call, at) =>
    cancelContract(call.tx, call.actor, at),
  ),
];

const afterwards: Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/sign`,
    permission: "contract.sign",
    summary: "Record the signatures of both sides on paper: the contract is in force",
    params: idParams,
    body: wetInk,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      signContract(tx, actor, params.id, body, ifMatch),
  }),
  action("suspend", "contract.end", "Suspend a contract: nothing is ordered", (call, at) =>
    stopContract(call.tx, call.actor, "suspend", at),
  ),
  action("resume", "contract.end", "Resume a suspended contract", ({ tx, actor }, at) =>
    step(tx, actor, "resume", at),
  ),
  action("terminate", "contract.end", "Terminate a contract for good", (call, at) =>
    stopContract(call.tx, call.actor, "terminate", at),
  ),
  action("closeout", "contract.end", "Begin the closeout of a contract", (call, at) =>
    stopContract(call.tx, call.actor, "closeout", at),
  ),
  action(
    "close",
    "contract.end",
    "Close a contract: the rest of its ceiling is given up",
    (c, at) => closeContract(c.tx, c.actor, at),
  ),
];

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
      requisitionId: z.uuid().optional(),
    }),
    response: z.object({ beginning: beginning.nullable() }),
    handler: async ({ db, actor, query }) => ({
      beginning: await beginningOf(db, actor, {
        awardId: query.awardId ?? null,
        requisitionId: query.requisitionId ?? null,
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
  ...before,
  ...afterwards,
];
