import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { readContractorPayrolls, readOwnPayroll, sendPayroll } from "./contractor.service.ts";
import { readPayrollWeeks } from "./demand.service.ts";
import { payrollList } from "./payroll.list.ts";
import {
  contractorPayroll,
  contractorPayrolls,
  payrollChange,
  payrollDetail,
  payrollFields,
  payrollInput,
  payrollRead,
  payrollRow,
  payrollText,
  payrollWeeks,
  wagesInput,
} from "./payroll.model.ts";
import { payrollNoun } from "./payroll.noun.ts";
import { payrollPaper, readPayroll, typedPayroll } from "./payroll.read.service.ts";
import {
  acceptPayroll,
  changePayroll,
  discardPayroll,
  enterPayroll,
  reopenPayroll,
  returnPayroll,
  setWages,
  submitPayroll,
} from "./payroll.service.ts";
import { readPayrollFile } from "./read-file.service.ts";

const path = "/api/v1/certified-payrolls";
const [read, edit] = ["certifiedPayroll.read", "certifiedPayroll.edit"] as const;

export const payrollEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, payrollList, payrollRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/payroll-weeks",
    permission: read,
    summary: "Weeks of a project with and without a certified payroll, by employer",
    params: idParams,
    response: payrollWeeks,
    handler: ({ db, params }) => readPayrollWeeks(db, params.id),
  }),
  recordAct("/api/v1/projects", "wages", {
    permission: edit,
    summary: "Enter the wage determination that binds a project's contracts",
    body: wagesInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      setWages(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${path}/rpc/read`,
    permission: edit,
    summary: "Read workers from a file in the columns of form WH-347; nothing is stored",
    ownTransaction: true,
    unkept: true,
    bodyLimit: 2_500_000,
    body: payrollText,
    response: payrollRead,
    handler: ({ body }) => Promise.resolve(readPayrollFile(body.text)),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Enter the certified payroll of a week",
    status: 201,
    body: payrollInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enterPayroll(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A certified payroll with its workers and what was found in it",
    params: idParams,
    response: payrollDetail,
    handler: ({ db, actor, params }) => readPayroll(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a certified payroll that is not sent, or was returned",
    params: idParams,
    body: patchOf(payrollFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(
        payrollChange,
        payrollFields,
        await typedPayroll(tx, params.id),
        body,
      );
      return changePayroll(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A certified payroll in the columns of form WH-347, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await payrollPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "certifiedPayroll", read),
  ...stepEndpoints(payrollNoun, {
    submit: submitPayroll,
    accept: acceptPayroll,
    return: returnPayroll,
    reopen: reopenPayroll,
    discard: discardPayroll,
  }),
];

const own = "/api/v1/vendor-orders/{orgId}/{id}/payrolls";
const ofOrder = idParams.extend({ orgId: z.uuid() });
const tag = "vendor-portal";

/** What a contractor does of its own payrolls. */
export const contractorPayrollEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: own,
    permission: "vendorPortal.read",
    summary: "Your certified payrolls on your order, and the weeks that lack",
    tag,
    params: ofOrder,
    response: contractorPayrolls,
    handler: ({ app, actor, params }) =>
      readContractorPayrolls(app, actor, params.orgId, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${own}/{payrollId}`,
    permission: "vendorPortal.read",
    summary: "One of your certified payrolls",
    tag,
    params: ofOrder.extend({ payrollId: z.uuid() }),
    response: payrollDetail,
    handler: ({ app, actor, params }) =>
      readOwnPayroll(app, actor, params.orgId, { orderId: params.id, id: params.payrollId }),
  }),
  endpoint({
    method: "POST",
    path: `${own}/rpc/read`,
    permission: "vendorPortal.act",
    summary: "Read workers from your file in the columns of form WH-347; nothing is stored",
    tag,
    ownTransaction: true,
    unkept: true,
    bodyLimit: 2_500_000,
    params: ofOrder,
    body: payrollText,
    response: payrollRead,
    handler: ({ body }) => Promise.resolve(readPayrollFile(body.text)),
  }),
  endpoint({
    method: "POST",
    path: own,
    permission: "vendorPortal.act",
    summary: "Send the certified payroll of a week on your order, or correct what was returned",
    tag,
    ownTransaction: true,
    params: ofOrder,
    body: contractorPayroll,
    response: writtenRecord,
    handler: async ({ app, actor, params, body }) => {
      const { id, number, status, version } = await sendPayroll(
        app,
        actor,
        params.orgId,
        params.id,
        body,
      );
      return { id, number, status, version };
    },
  }),
];
