import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { changeNoun } from "./change.noun.ts";
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
const act = { method: "POST", params: idParams, response: writtenRecord } as const;

const steps: readonly Endpoint[] = [
  ...stepEndpoints(changeNoun, {
    review: step(reviewInput, reviewChange, {
      summary: "Judge whether a change is within the contract's scope",
    }),
    price: step(priceInput, priceChange, {
      summary: "Price a change, with the analysis of cost or price",
    }),
    checkFunds: step(fundsInput, checkFunds, {
      summary: "Say what pays for a change, by fiscal year",
    }),
    submit: {
      summary: "Send a change to its approvers; refused beyond a cap without a decision",
      take: submitChange,
    },
    sign: step(wetInk, signChange, {
      summary: "Record the signatures on paper: the change is applied",
    }),
    takeBack: { summary: "Take a change back to its proposal", take: takeBackChange },
    ...alike(endChange, {
      refuse: "Refuse a change",
      withdraw: "Withdraw a change that the agency proposed",
    }),
  }),
  recordAct(path, "recordDecision", {
    ...act,
    permission: "contract.edit",
    summary: "Record the governing body's decision beyond a cap",
    body: decisionInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      recordDecision(tx, actor, { id: params.id, version: ifMatch }, body),
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
