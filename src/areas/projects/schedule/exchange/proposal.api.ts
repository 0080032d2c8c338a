import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { exportSchedule } from "./current.service.ts";
import { proposalList } from "./proposal.list.ts";
import { decideInput, proposalDetail, proposalInput, proposalRow } from "./proposal.model.ts";
import { proposalNoun, type ProposalStored } from "./proposal.noun.ts";
import { readProposal } from "./proposal.read.service.ts";
import {
  acceptProposal,
  decideTasks,
  handIn,
  returnProposal,
  withdrawProposal,
} from "./proposal.service.ts";

const path = "/api/v1/schedule-proposals";
const [read, edit] = ["project.read", "schedule.edit"] as const;
/** What a write of a proposed update answers. */
export const writtenProposal = ({ id, number, status, version }: ProposalStored) => ({
  id,
  number,
  status,
  version,
});

/** Schedules of other programs: handed in, decided, and ours for Microsoft Project. */
export const proposalEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, proposalList, proposalRow),
  endpoint({
    method: "POST",
    path: "/api/v1/projects/{id}/schedule-proposals",
    permission: edit,
    summary:
      "Hand in a schedule of Microsoft Project (XML) or Primavera P6 (XER) as a proposed update",
    status: 201,
    ownTransaction: true,
    params: idParams,
    body: proposalInput,
    response: writtenRecord,
    handler: async ({ app, actor, params, body }) =>
      writtenProposal(await handIn(app, actor, params.id, body)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A proposed update: which tasks differ and why, what it changes, what was decided",
    params: idParams,
    response: proposalDetail,
    handler: ({ db, actor, params }) => readProposal(db, actor, params.id),
  }),
  recordAct(path, "decide", {
    permission: edit,
    summary: "Say of some tasks whether the file's word counts or ours",
    body: decideInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) =>
      writtenProposal(await decideTasks(tx, actor, params.id, body, ifMatch)),
  }),
  historyEndpoint(path, "scheduleProposal", read),
  ...stepEndpoints(proposalNoun, {
    accept: acceptProposal,
    return: returnProposal,
    withdraw: withdrawProposal,
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/schedule.xml",
    permission: read,
    summary: "The schedule of a project for Microsoft Project (XML)",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { name, xml } = await exportSchedule(db, params.id);
      return reply
        .type("application/xml; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(xml);
    },
  }),
];
