import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { findingList } from "./finding.list.ts";
import {
  acceptInput,
  disputeInput,
  findingDetail,
  findingFields,
  findingPlace,
  findingInput,
  findingRow,
  recountInput,
  scheduleInput,
} from "./finding.model.ts";
import { takenDraft, takenQuery } from "./taken.model.ts";
import { draftTaken } from "./taken.service.ts";
import { findingNoun } from "./finding.noun.ts";
import {
  answerFinding,
  changeFinding,
  disputeFinding,
  endFinding,
  readFinding,
  setRecount,
  setSchedule,
  upholdFinding,
  writeFinding,
} from "./finding.service.ts";

const path = "/api/v1/audit-findings";
const [read, audit, answer] = ["assurance.read", "assurance.audit", "assurance.answer"] as const;

/** What was found, how it is answered, and what holds of it. */
export const auditFindingEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, findingList, findingRow),
  endpoint({
    method: "POST",
    path,
    permission: audit,
    summary: "Write a finding",
    status: 201,
    body: findingInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => writeFinding(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/audit-finding-drafts",
    permission: audit,
    summary: "What a failing control or a desk review says of a finding",
    query: takenQuery,
    response: takenDraft,
    handler: ({ db, actor, query }) => draftTaken(db, actor, query.source, query.sourceId),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A finding with its response",
    params: idParams,
    response: findingDetail,
    handler: ({ db, actor, params }) => readFinding(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: audit,
    summary: "Change a finding before it is handed over",
    params: idParams,
    body: patchOf(findingFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readFinding(tx, actor, params.id);
      const whole = wholeWith(findingInput, { ...findingFields, ...findingPlace }, stored, body);
      return changeFinding(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "auditFinding", read),
  recordAct(path, "recount", {
    permission: audit,
    summary: "Say where the same is counted anew on the days of its check",
    body: recountInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      setRecount(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "schedule", {
    permission: answer,
    summary: "Say how a finding of a former year stands",
    body: scheduleInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      setSchedule(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(findingNoun, {
    ...alike(answerFinding, ["accept", "plan"], { body: acceptInput }),
    dispute: step(disputeInput, disputeFinding),
    uphold: upholdFinding,
    ...alike(endFinding, ["withdraw", "close"]),
  }),
];
