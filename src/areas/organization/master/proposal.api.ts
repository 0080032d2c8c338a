import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { proposalDetail, proposalInput, proposalRow } from "./master.model.ts";
import {
  decideProposal,
  proposalList,
  propose,
  readProposal,
  withdrawProposal,
} from "./proposal.service.ts";

const path = "/api/v1/list-proposals";

export const proposalEndpoints: Endpoint[] = [
  ...listEndpoints(path, "masterList.read", proposalList, proposalRow),
  endpoint({
    method: "POST",
    path,
    permission: "masterList.suggest",
    summary: "Propose a new entry of a shared list, or a change of one",
    body: proposalInput,
    response: proposalDetail,
    handler: async ({ tx, actor, body }) =>
      readProposal(tx, actor, (await propose(tx, actor, body)).id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "masterList.read",
    summary: "A proposal with what it would change",
    params: idParams,
    response: proposalDetail,
    handler: ({ db, actor, params }) => readProposal(db, actor, params.id),
  }),
  recordAct(path, "accept", {
    permission: "master.edit",
    summary: "Accept a proposal: its entry is stored",
    body: z.object({ reason: z.string().trim().max(1000).default("") }),
    response: proposalDetail,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await decideProposal(tx, actor, params.id, ifMatch, "accepted", body.reason);
      return readProposal(tx, actor, params.id);
    },
  }),
  recordAct(path, "decline", {
    permission: "master.edit",
    summary: "Decline a proposal, with the reason that its author reads",
    body: z.object({ reason: z.string().trim().min(3, "Say why it is declined.").max(1000) }),
    response: proposalDetail,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await decideProposal(tx, actor, params.id, ifMatch, "declined", body.reason);
      return readProposal(tx, actor, params.id);
    },
  }),
  recordAct(path, "withdraw", {
    permission: "masterList.suggest",
    summary: "Withdraw one's own proposal",
    body: z.object({}),
    response: proposalDetail,
    handler: async ({ tx, actor, params, ifMatch }) => {
      await withdrawProposal(tx, actor, params.id, ifMatch);
      return readProposal(tx, actor, params.id);
    },
  }),
  historyEndpoint(path, "listProposal", "masterList.read"),
];
