import { defineNoun } from "#server/lifecycle.ts";
import { seesPapers } from "../audit/team.service.ts";
import { assuranceRequest } from "../assurance.tables.ts";
import { procedureFacts } from "../procedure/procedure.noun.ts";
import {
  requestCycle,
  type RequestAction,
  type RequestFacts,
  type RequestStatus,
} from "./request.labels.ts";

export type RequestStored = typeof assuranceRequest.$inferSelect;
export type RequestRecord = RequestStored & RequestFacts;

export const requestNoun = defineNoun<
  RequestStatus,
  RequestAction,
  typeof assuranceRequest,
  RequestRecord
>({
  name: "auditRequest",
  path: "audit-requests",
  page: "/admin/audits/requests",
  table: assuranceRequest,
  cycle: requestCycle,
  number: ({ number }) => number,
  read: "assurance.read",
  confidential: true,
  wordsApart: true,
  visible: async (db, actor, row) =>
    row.ownerId === actor.personId || seesPapers(db, actor.personId, row.auditId),
  load: async (tx, row) => ({ ...row, team: (await procedureFacts(tx, row.auditId)).team }),
});
