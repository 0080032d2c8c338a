import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { changeNoun } from "./change.noun.ts";
import { amendInput, transferInput } from "../budget.model.ts";
import { amendedLine, changeDetail, changeRow, transferred } from "./change.model.ts";
import { changeList, readChange } from "./change.read.service.ts";
import { amendLine, transferBudget, withdrawChange } from "./change.service.ts";

const changes = "/api/v1/budget-changes";

export const changeEndpoints: readonly Endpoint[] = [
  recordAct("/api/v1/budget-lines", "amend", {
    permission: "budget.edit",
    summary: "Amend a budget line: posted, or sent for approval where a policy asks for it",
    body: amendInput,
    response: amendedLine,
    handler: ({ actor, tx, params, body, ifMatch }) =>
      amendLine(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/budget-transfers",
    permission: "budget.edit",
    summary: "Move budget between two lines: posted, or sent for approval",
    body: transferInput,
    response: transferred,
    handler: ({ actor, tx, body }) => transferBudget(tx, actor, body),
  }),
  ...listEndpoints(changes, "budget.read", changeList, changeRow),
  endpoint({
    method: "GET",
    path: `${changes}/{id}`,
    permission: "budget.read",
    summary: "A budget change",
    params: idParams,
    response: changeDetail,
    handler: ({ db, actor, params }) => readChange(db, actor, params.id),
  }),
  ...stepEndpoints(
    changeNoun,
    {
      withdraw: {
        summary: "Withdraw a budget change that waits for its approval",
        take: withdrawChange,
      },
    },
    { response: changeDetail, read: readChange, versioned: true },
  ),
  historyEndpoint(changes, "budgetChange", "budget.read"),
];
