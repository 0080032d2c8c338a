import { z } from "zod";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { countYear } from "./count.service.ts";
import { copyB, irisFile, keepConsent, ownCopyB } from "./tax-file.service.ts";
import { taxFormList, taxYearList } from "./tax-form.list.ts";
import {
  accountsInput,
  fileInput,
  furnishInput,
  overrideInput,
  ownTaxForm,
  payeeInput,
  taxFormRow,
  taxYearDetail,
  taxYearInput,
  taxYearRow,
} from "./tax-form.model.ts";
import { taxYearNoun } from "./tax-form.noun.ts";
import { ownTaxForms, readTaxYear } from "./tax-form.read.service.ts";
import {
  agreeOverride,
  correctForm,
  fileTaxYear,
  furnishTaxYear,
  keepPayee,
  mapTaxAccounts,
  openTaxYear,
  proposeOverride,
  reviewTaxYear,
  sendBackTaxYear,
} from "./tax-year.service.ts";

const [years, forms] = ["/api/v1/tax-years", "/api/v1/tax-forms"] as const;
const [read, edit] = ["taxForm.read", "taxForm.edit"] as const;
const made = z.object({ id: z.string() });
const ofOrg = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const ofVendor = { permission: "vendorPortal.read", tag: "vendor-portal" } as const;

const vendorEndpoints: readonly Endpoint[] = [
  endpoint({
    ...ofVendor,
    method: "GET",
    path: "/api/v1/vendor-tax-forms",
    summary: "Your forms 1099, in every agency that paid you",
    response: z.object({ items: z.array(ownTaxForm) }),
    handler: async ({ app, actor }) => ({
      items: await ownTaxForms(vendorSide(app.database, actor)),
    }),
  }),
  endpoint({
    ...ofVendor,
    method: "POST",
    path: "/api/v1/vendor-tax-consent",
    summary: "Say whether you read your tax forms of an agency here, or want them on paper",
    ownTransaction: true,
    status: 200,
    body: z.strictObject({ orgId: z.uuid("Not an agency's id."), agrees: z.boolean() }),
    response: z.object({ done: z.literal(true) }),
    handler: async ({ app, actor, body }) => {
      await asVendor(app, actor, body.orgId, (tx, vendor, who) =>
        keepConsent(tx, who, vendor, body.agrees),
      );
      return { done: true as const };
    },
  }),
  endpoint({
    ...ofVendor,
    method: "GET",
    path: "/api/v1/vendor-tax-forms/{orgId}/{id}/copy",
    summary: "Copy B of one of your forms 1099, as PDF",
    params: ofOrg,
    handler: async ({ app, actor, params, reply }) => {
      const { name, html } = await asVendor(app, actor, params.orgId, (tx, vendor) =>
        ownCopyB(tx, vendor.id, params.id),
      );
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(await makePdf(html));
    },
  }),
];

const formEndpoints: readonly Endpoint[] = [
  ...listEndpoints(forms, read, taxFormList, taxFormRow),
  endpoint({
    method: "GET",
    path: `${forms}/{id}/copy-b`,
    permission: read,
    summary: "Copy B of a form 1099 for print, as PDF; the number masked",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { name, html } = await copyB(db, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(await makePdf(html));
    },
  }),
  recordAct(forms, "override", {
    permission: edit,
    summary: "Propose that a form goes out although something of it is not settled",
    body: overrideInput,
    response: made,
    handler: ({ tx, actor, params, body }) => proposeOverride(tx, actor, params.id, body),
  }),
  recordAct(forms, "agree", {
    permission: "taxForm.review",
    summary: "Agree as a second person that a form goes out as it is",
    response: made,
    handler: ({ tx, actor, params }) => agreeOverride(tx, actor, params.id),
  }),
  recordAct(forms, "correct", {
    permission: edit,
    summary: "Correct a filed form by one of its own",
    response: made,
    handler: ({ tx, actor, params }) => correctForm(tx, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/tax-payees/{id}",
    permission: edit,
    summary: "Keep what the W-9 of a vendor says",
    params: idParams,
    body: payeeInput,
    response: made,
    handler: ({ tx, actor, params, body }) => keepPayee(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/tax-accounts",
    permission: edit,
    summary: "Say where payments on accounts are reported, or that they are not",
    body: accountsInput,
    response: z.object({ set: z.number() }),
    handler: ({ tx, actor, body }) => mapTaxAccounts(tx, actor, body),
  }),
];

/** Years of form 1099: counted, reviewed, furnished, filed. */
export const taxFormEndpoints: readonly Endpoint[] = [
  ...listEndpoints(years, read, taxYearList, taxYearRow),
  endpoint({
    method: "POST",
    path: years,
    permission: edit,
    summary: "Begin a year of form 1099",
    status: 201,
    body: taxYearInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => openTaxYear(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${years}/{id}`,
    permission: read,
    summary: "A year of form 1099 with its accounts, limits and files",
    params: idParams,
    response: taxYearDetail,
    handler: ({ db, actor, params }) => readTaxYear(db, actor, params.id),
  }),
  historyEndpoint(years, "taxYear", read),
  recordAct(years, "count", {
    permission: edit,
    summary: "Count an open year anew from its payments",
    response: writtenRecord,
    handler: ({ tx, actor, params, ifMatch }) => countYear(tx, actor, params.id, ifMatch),
  }),
  recordAct(years, "iris", {
    permission: "taxForm.file",
    summary: "Take a file for the IRS, with whole tax numbers",
    body: z.strictObject({
      form: z.enum(["NEC", "MISC"]),
      part: z.number().int().min(1).max(1000),
    }),
    response: z.object({ name: z.string(), text: z.string() }),
    handler: ({ tx, actor, params, body }) => irisFile(tx, actor, params.id, body),
  }),
  ...stepEndpoints(taxYearNoun, {
    review: reviewTaxYear,
    sendBack: sendBackTaxYear,
    furnish: step(furnishInput, furnishTaxYear),
    file: step(fileInput, fileTaxYear),
  }),
  ...formEndpoints,
  ...vendorEndpoints,
];
