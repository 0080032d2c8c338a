import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { requireRecord } from "#server/lifecycle.ts";
import { populationLine } from "../sample/sample.model.ts";
import { populationLines } from "../sample/sample.read.service.ts";
import { auditList } from "./audit.list.ts";
import {
  auditDetail,
  auditFields,
  auditInput,
  auditRow,
  declareInput,
  leaveInput,
  memberInput,
} from "./audit.model.ts";
import { auditNoun } from "./audit.noun.ts";
import { changeAudit, planAudit, readAudit, stepOfAudit } from "./audit.service.ts";
import { addMember, declareIndependence, removeMember } from "./team.service.ts";

const path = "/api/v1/audits";
const [read, audit] = ["assurance.read", "assurance.audit"] as const;
const done = z.object({ id: z.string() });

/** Audits and their teams. */
export const auditEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, auditList, auditRow),
  endpoint({
    method: "POST",
    path,
    permission: audit,
    summary: "Plan an audit",
    status: 201,
    body: auditInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => planAudit(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An audit with its team",
    params: idParams,
    response: auditDetail,
    handler: ({ db, actor, params }) => readAudit(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: audit,
    summary: "Change the plan of an audit",
    params: idParams,
    body: patchOf(auditFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readAudit(tx, actor, params.id);
      const whole = wholeWith(auditInput, auditFields, stored, body);
      return changeAudit(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/populations`,
    permission: read,
    summary: "Frozen populations of an audit, for whom its papers are",
    params: idParams,
    response: z.object({ items: z.array(populationLine) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "auditEngagement", params.id);
      return { items: await populationLines(db, params.id) };
    },
  }),
  historyEndpoint(path, "auditEngagement", read),
  recordAct(path, "add-member", {
    permission: audit,
    summary: "Take somebody into the team",
    body: memberInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => ({
      id: (await addMember(tx, actor, params.id, body)).id,
    }),
  }),
  recordAct(path, "remove-member", {
    permission: audit,
    summary: "Take somebody out of the team",
    body: leaveInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await removeMember(tx, actor, params.id, body.personId);
      return { id: params.id };
    },
  }),
  recordAct(path, "declare", {
    permission: audit,
    summary: "Declare that one is independent of what is audited",
    body: declareInput,
    response: done,
    handler: async ({ tx, actor, params, body }) => {
      await declareIndependence(tx, actor, params.id, body.threats);
      return { id: params.id };
    },
  }),
  ...stepEndpoints(auditNoun, {
    ...alike(stepOfAudit, ["begin", "draft", "share", "issue", "followUp", "close"]),
  }),
];
