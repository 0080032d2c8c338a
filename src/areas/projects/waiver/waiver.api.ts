import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { getRow } from "#server/db/rows.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { payApplication } from "../pay/pay.tables.ts";
import {
  contractorWaiverPaper,
  readContractorWaivers,
  signAsContractor,
} from "./contractor.service.ts";
import {
  contractorWaivers,
  paperWaiverInput,
  signWaiverInput,
  waiversOfApplication,
} from "./waiver.model.ts";
import { waiverNoun } from "./waiver.noun.ts";
import { waiverPaper } from "./paper.service.ts";
import { keepPaperWaiver, revokeWaiver, waiversOf } from "./waiver.service.ts";

const path = "/api/v1/waivers";
const [application, order] = [
  "/api/v1/pay-applications/{id}/waivers",
  "/api/v1/vendor-orders/{orgId}/{id}",
];
const params = idParams.extend({ orgId: z.uuid() });
const tag = "vendor-portal";

export const waiverEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: application,
    permission: "project.read",
    summary: "The waivers of an application: signed, and asked for now",
    params: idParams,
    response: waiversOfApplication,
    handler: async ({ db, params: { id } }) =>
      waiversOf(db, await getRow(db, payApplication, id, "pay application")),
  }),
  endpoint({
    method: "POST",
    path: application,
    permission: "payApplication.edit",
    summary: "Keep a waiver of an application that came signed on paper",
    status: 201,
    params: idParams,
    body: paperWaiverInput,
    response: writtenRecord,
    handler: ({ tx, actor, params: { id }, body }) => keepPaperWaiver(tx, actor, id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: "project.read",
    summary: "A waiver as it was signed, as PDF",
    params: idParams,
    handler: async ({ db, params: { id }, reply }) => {
      const { title, document } = await waiverPaper(db, id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "waiver", "project.read"),
  ...stepEndpoints(waiverNoun, { revoke: revokeWaiver }),
  endpoint({
    method: "GET",
    path: `${order}/waivers`,
    permission: "vendorPortal.read",
    summary: "Waivers of your applications on your order: signed, and asked for now",
    tag,
    params,
    response: contractorWaivers,
    handler: ({ app, actor, params: at }) => readContractorWaivers(app, actor, at),
  }),
  actAt(`${order}/pay-applications/{applicationId}`, "waive", {
    permission: "vendorPortal.act",
    summary: "Sign a waiver that is asked for your application",
    tag,
    ownTransaction: true,
    params: params.extend({ applicationId: z.uuid() }),
    body: signWaiverInput,
    response: writtenRecord,
    handler: async ({ app, actor, params: at, body }) => {
      const made = await signAsContractor(app, actor, at, at.applicationId, body);
      return { id: made.id, number: made.number, status: made.status, version: made.version };
    },
  }),
  endpoint({
    method: "GET",
    path: `${order}/waivers/{waiverId}/paper`,
    permission: "vendorPortal.read",
    summary: "A waiver that you signed, as PDF",
    tag,
    params: params.extend({ waiverId: z.uuid() }),
    handler: async ({ app, actor, params: at, reply }) => {
      const { title, document } = await contractorWaiverPaper(app, actor, at, at.waiverId);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
];
