import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { wetInk } from "../contract/contract.model.ts";
import { signChange } from "./applying.service.ts";
import { changeList } from "./change.list.ts";
import {
  changeDetail,
  changeInput,
  changePatch,
  changeRow,
  decisionInput,
  fundsInput,
  priceInput,
  reviewInput,
  termsAnswer,
  termsInput,
} from "./change.model.ts";
import { readChange } from "./change.read.service.ts";
import { editChange, endChange, proposeChange, takeBackChange } from "./change.service.ts";
import {
  checkFunds,
  priceChange,
  recordDecision,
  reviewChange,
  submitChange,
} from "./course.service.ts";
import { keepTerms, readTerms } from "./terms.service.ts";

const path = "/api/v1/change-orders";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });
const act = { method: "POST", params: idParams, response: writtenRecord } as const;
const to = (action: string) => `${path}/{id}/actions/${action}`;

const back = (action: "takeBack" | "refuse" | "withdraw", summary: string) =>
  endpoint({
    ...act,
    path: to(action),
    permission: "contract.edit",
    summary,
    body: reasonInput,
    handler: ({ tx, actor, params, body, ifMatch }) => {
      const step = { id: params.id, version: ifMatch, reason: body.reason ?? null };
      return action === "takeBack"
        ? takeBackChange(tx, actor, step)
        : endChange(tx, actor, action, step);
    },
  });

const steps: readonly Endpoint[] = [
  endpoint({
    ...act,
    path: to("review"),
    permission: "contract.edit",
    summary: "Judge whether a change is within the contract's scope",
    body: reviewInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      reviewChange(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: to("price"),
    permission: "contract.edit",
    summary: "Price a change, with the analysis of cost or price",
    body: priceInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      priceChange(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: to("checkFunds"),
    permission: "change.checkFunds",
    summary: "Say what pays for a change, by fiscal year",
    body: fundsInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      checkFunds(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: to("recordDecision"),
    permission: "contract.edit",
    summary: "Record the governing body's decision beyond a cap",
    body: decisionInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      recordDecision(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    ...act,
    path: to("submit"),
    permission: "contract.edit",
    summary: "Send a change to its approvers; refused beyond a cap without a decision",
    body: reasonInput,
    handler: ({ tx, actor, params, ifMatch }) =>
      submitChange(tx, actor, { id: params.id, version: ifMatch }),
  }),
  back("takeBack", "Take a change back to its proposal"),
  back("refuse", "Refuse a change"),
  back("withdraw", "Withdraw a change that the agency proposed"),
  endpoint({
    ...act,
    path: to("sign"),
    permission: "contract.sign",
    summary: "Record the signatures on paper: the change is applied",
    body: wetInk,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      signChange(tx, actor, params.id, body, ifMatch),
  }),
];

export const changeEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "contract.read", changeList, changeRow),
  endpoint({
    method: "POST",
    path,
    permission: "contract.edit",
    summary: "Propose a change of a contract in force",
    status: 201,
    body: changeInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => proposeChange(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "contract.read",
    summary: "A change with its lines, and what its contract has grown by",
    params: idParams,
    response: changeDetail,
    handler: ({ db, actor, params }) => readChange(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "contract.edit",
    summary: "Change a proposal of the agency's",
    params: idParams,
    body: changePatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      editChange(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "changeOrder", "contract.read"),
  ...steps,
  endpoint({
    method: "GET",
    path: "/api/v1/contracts/{id}/change-terms",
    permission: "contract.read",
    summary: "A contract's growth, its clocks of claims, and whether both are published",
    params: idParams,
    response: termsAnswer,
    handler: ({ db, actor, params }) => readTerms(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/contracts/{id}/change-terms",
    permission: "contract.edit",
    summary: "Enter a contract's clocks of claims, and whether everybody reads of them",
    params: idParams,
    body: termsInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepTerms(tx, actor, params.id, body, ifMatch),
  }),
];
