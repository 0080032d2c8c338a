import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { proposalNoun } from "./proposal.noun.ts";
import { positionInput, positionRow } from "../position/position.model.ts";
import { addPosition, changePosition, positionList } from "../position/position.service.ts";
import {
  comparison,
  lineInput,
  linePatch,
  packageDecision,
  packageInput,
  proposalDetail,
  proposalRow,
  reviewInput,
  sheetRow,
} from "./proposal.model.ts";
import { sheetList } from "./sheet.list.ts";
import { proposalList, readProposal } from "./proposal.read.service.ts";
import {
  addLine,
  askLine,
  decidePackage,
  keepPackage,
  moveProposal,
  reviewLine,
} from "./proposal.service.ts";
import { compareVersions } from "./version.service.ts";

const path = "/api/v1/budget-proposals";
const written = z.object({ id: z.string(), version: z.number() });

const lines: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/lines`,
    permission: "proposal.edit",
    summary: "Add a line to a proposal",
    params: idParams,
    body: lineInput,
    response: written,
    handler: ({ tx, actor, params, body }) => addLine(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/budget-proposal-lines/{id}",
    permission: "proposal.edit",
    summary: "Change what a department asks for a line",
    params: idParams,
    body: linePatch,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) => askLine(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/budget-proposal-lines/{id}/review",
    permission: "budget.edit",
    summary: "Write the reviewer's figure of a line, with its reason",
    params: idParams,
    body: reviewInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      reviewLine(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/packages`,
    permission: "proposal.edit",
    summary: "Add a decision package",
    params: idParams,
    body: packageInput,
    response: written,
    handler: ({ tx, actor, params, body }) =>
      keepPackage(tx, actor, { proposalId: params.id, id: null }, body, null),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/packages/{packageId}`,
    permission: "proposal.edit",
    summary: "Change a decision package",
    params: idParams.extend({ packageId: z.uuid("Not a package.") }),
    body: packageInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepPackage(tx, actor, { proposalId: params.id, id: params.packageId }, body, ifMatch),
  }),
  recordAct("/api/v1/budget-packages", "decide", {
    permission: "budget.edit",
    summary: "Recommend or cut a decision package",
    body: packageDecision,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      decidePackage(tx, actor, params.id, body, ifMatch),
  }),
];

const positions: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/budget-positions", "budget.read", positionList, positionRow),
  endpoint({
    method: "POST",
    path: "/api/v1/budget-cycles/{id}/positions",
    permission: "proposal.edit",
    summary: "Add a position to a cycle; its lines are computed",
    params: idParams,
    body: positionInput,
    response: written,
    handler: ({ tx, actor, params, body }) => addPosition(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/budget-positions/{id}",
    permission: "proposal.edit",
    summary: "Change a position; its lines are computed anew",
    params: idParams,
    body: positionInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changePosition(tx, actor, params.id, body, ifMatch),
  }),
];

export const proposalEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/budget-proposal-lines", "budget.read", sheetList, sheetRow),
  ...listEndpoints(path, "budget.read", proposalList, proposalRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "budget.read",
    summary: "A proposal with its lines, packages and versions",
    params: idParams,
    response: proposalDetail,
    handler: ({ db, actor, params }) => readProposal(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/comparison`,
    permission: "budget.read",
    summary: "Two versions of a proposal line by line; version 0 is what it says now",
    params: idParams,
    query: z.object({
      from: z.coerce.number().int().min(0).max(10_000),
      to: z.coerce.number().int().min(0).max(10_000),
    }),
    response: comparison,
    handler: ({ db, params, query }) => compareVersions(db, params.id, query.from, query.to),
  }),
  historyEndpoint(path, "budgetProposal", "budget.read"),
  ...stepEndpoints(
    proposalNoun,
    alike(moveProposal, {
      submit: "Submit a department's proposal",
      review: "Take a proposal into review",
      return: "Return a proposal to its department",
      accept: "Accept a proposal as reviewed",
      reopen: "Take an accepted proposal back into review",
    }),
  ),
  ...lines,
  ...positions,
];
