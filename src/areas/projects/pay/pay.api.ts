import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { project } from "../projects.tables.ts";
import { certifyApplication } from "./certify.service.ts";
import { payableOrders } from "./orders.service.ts";
import { applicationPaper } from "./paper.service.ts";
import { payList } from "./pay.list.ts";
import {
  certifyInput,
  payableOrder,
  payChange,
  payDetail,
  payFields,
  payInput,
  payRow,
} from "./pay.model.ts";
import { payNoun } from "./pay.noun.ts";
import { readApplication, typedOf } from "./pay.read.service.ts";
import {
  beginApplication,
  changeApplication,
  confirmApplication,
  returnApplication,
  submitApplication,
  withdrawApplication,
} from "./pay.service.ts";

const path = "/api/v1/pay-applications";
const [read, edit] = ["project.read", "payApplication.edit"] as const;

export const payEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, payList, payRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/payable-orders",
    permission: read,
    summary: "Orders of a project on which work is applied for now, with their lines",
    params: idParams,
    response: z.object({ items: z.array(payableOrder) }),
    handler: async ({ db, params }) => ({
      items: await payableOrders(db, await getRow(db, project, params.id, "project")),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/projects/{id}/pay-applications",
    permission: edit,
    summary: "Begin an application for payment of an order of a project",
    status: 201,
    params: idParams,
    body: payInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => beginApplication(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An application with its lines and what it comes to",
    params: idParams,
    response: payDetail,
    handler: ({ db, actor, params }) => readApplication(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a draft or returned application",
    params: idParams,
    body: patchOf(payFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(payChange, payFields, await typedOf(tx, params.id), body);
      return changeApplication(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "An application with its continuation sheet, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await applicationPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "payApplication", read),
  ...stepEndpoints(payNoun, {
    submit: submitApplication,
    confirm: confirmApplication,
    certify: step(certifyInput, certifyApplication),
    return: returnApplication,
    withdraw: withdrawApplication,
  }),
];
