import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { getRow } from "#server/db/rows.ts";
import { project } from "../../projects.tables.ts";
import { openedChanges } from "../../question/change.model.ts";
import { changesFrom } from "../../question/change.service.ts";
import { snapshotName } from "../schedule.model.ts";
import { schedule } from "../schedule.tables.ts";
import { slipOfChange } from "./asked.service.ts";
import { askAsContractor, readExtensions, readSlipAsContractor } from "./contractor.service.ts";
import { changeSlip, contractorExtensions, extensionInput, slipAnswer } from "./extension.model.ts";
import { askExtension, readSlip } from "./extension.service.ts";

const between = { before: snapshotName, after: snapshotName };
const vendorProject = "/api/v1/vendor-projects/{orgId}/{id}";
const vendorParams = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const tag = "vendor-portal";

const ours: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/schedules/{id}/slips/{before}/{after}",
    permission: "project.read",
    summary: "Why the finish moved between two states, each cause with its days",
    params: idParams.extend(between),
    response: slipAnswer,
    handler: ({ db, params: { id, ...names } }) => readSlip(db, id, names),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/schedules/{id}/changes",
    permission: "project.read",
    summary: "Changes of contracts that were asked because the schedule slipped",
    params: idParams,
    response: openedChanges,
    handler: async ({ db, params }) => {
      const { projectId } = await getRow(db, schedule, params.id, "schedule");
      return changesFrom(db, params.id, await getRow(db, project, projectId, "project"));
    },
  }),
  recordAct("/api/v1/schedules", "askExtension", {
    permission: "project.edit",
    summary: "Ask an extension of time as a change of the contract",
    body: extensionInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => askExtension(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/change-orders/{id}/slip",
    permission: "project.read",
    summary: "The slip of a schedule for which a change of a contract was asked",
    params: idParams,
    response: changeSlip,
    handler: ({ db, params }) => slipOfChange(db, params.id),
  }),
];

const theirs: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${vendorProject}/extensions`,
    permission: "vendorPortal.read",
    summary: "What you asked of a project's time, and what came of it",
    tag,
    params: vendorParams,
    response: contractorExtensions,
    handler: ({ app, actor, params: at }) => readExtensions(app, actor, at),
  }),
  endpoint({
    method: "GET",
    path: `${vendorProject}/slips/{before}/{after}`,
    permission: "vendorPortal.read",
    summary: "Why the finish of your project moved between two states of its schedule",
    tag,
    params: vendorParams.extend(between),
    response: slipAnswer,
    handler: ({ app, actor, params: { orgId, id, ...names } }) =>
      readSlipAsContractor(app, actor, { orgId, id }, names),
  }),
  endpoint({
    method: "POST",
    path: `${vendorProject}/extensions`,
    permission: "vendorPortal.act",
    summary: "Ask an extension of time as a change of your contract",
    tag,
    status: 201,
    ownTransaction: true,
    params: vendorParams,
    body: extensionInput,
    response: writtenRecord,
    handler: ({ app, actor, params: at, body }) => askAsContractor(app, actor, at, body),
  }),
];

/** Extensions of time that are asked from a slip, by either side. */
export const extensionEndpoints: readonly Endpoint[] = [...ours, ...theirs];
