import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { accountInput, approverInput, kitInput, preparation } from "./preparation.model.ts";
import {
  addApprover,
  addKit,
  changeKit,
  endAccount,
  endApprover,
  endKit,
  readPreparation,
  setAccount,
} from "./preparation.service.ts";

const kits = "/api/v1/emergency-kits";
const accounts = "/api/v1/emergency-accounts";
const approvers = "/api/v1/emergency-approvers";
const written = z.object({ id: z.string() });

/** What is prepared before an emergency: kits, accounts, who approves by telephone. */
export const preparationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/emergency-preparation",
    permission: "emergency.read",
    summary: "Declarations in force, kits, accounts, and who approves by telephone",
    response: preparation,
    handler: ({ db, actor }) => readPreparation(db, actor),
  }),
  endpoint({
    method: "POST",
    path: kits,
    permission: "emergency.prepare",
    summary: "Prepare a kit under a contract in force",
    status: 201,
    body: kitInput,
    response: written,
    handler: ({ tx, actor, body }) => addKit(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${kits}/{id}`,
    permission: "emergency.prepare",
    summary: "Write a kit over",
    params: idParams,
    body: kitInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeKit(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(kits, "end", {
    permission: "emergency.prepare",
    summary: "Take a kit out of use",
    response: written,
    handler: ({ tx, actor, params }) => endKit(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: accounts,
    permission: "emergency.prepare",
    summary: "Say which account a department's emergency orders are charged to",
    status: 201,
    body: accountInput,
    response: written,
    handler: ({ tx, actor, body }) => setAccount(tx, actor, body),
  }),
  recordAct(accounts, "end", {
    permission: "emergency.prepare",
    summary: "Take a department's emergency account off",
    response: written,
    handler: ({ tx, actor, params }) => endAccount(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: approvers,
    permission: "emergency.declare",
    summary: "Enter somebody who may approve an emergency order by telephone",
    status: 201,
    body: approverInput,
    response: written,
    handler: ({ tx, actor, body }) => addApprover(tx, actor, body),
  }),
  recordAct(approvers, "end", {
    permission: "emergency.declare",
    summary: "End an entry of the register of approvers by telephone",
    response: written,
    handler: ({ tx, actor, params }) => endApprover(tx, actor, params.id),
  }),
];
