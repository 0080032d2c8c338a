import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { getRow } from "#server/db/rows.ts";
import { sendFile } from "#server/files/send-file.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { applicationNoun } from "./application.noun.ts";
import { budgetInput } from "../budget/budget.model.ts";
import { grantApplication, grantApplicationSection } from "../preaward.tables.ts";
import { applicantOf } from "./applicant.read.service.ts";
import { keepApplicant } from "./applicant.service.ts";
import { applicationList } from "./application.list.ts";
import {
  applicantInput,
  applicantRecord,
  applicationChange,
  applicationFields,
  applicationInput,
  applicationRecord,
  applicationRow,
  awardInput,
  formSheet,
  sectionInput,
  sectionText,
  signInput,
  submitInput,
  trackInput,
} from "./application.model.ts";
import { readApplication, readBudget, readForm, readFormXml } from "./application.read.service.ts";
import {
  awardApplication,
  packageToSend,
  signApplication,
  stepApplication,
  submitApplication,
  trackApplication,
} from "./course.service.ts";
import {
  changeApplication,
  createApplication,
  keepBudget,
  keepForm,
  refillForm,
} from "./draft.service.ts";
import { chooseForm } from "./forms.service.ts";
import { addSection, changeSection, writeSection } from "./section.service.ts";

const path = "/api/v1/grant-applications";
const kept = z.object({ id: z.string(), version: z.number() });
const formParams = idParams.extend({ code: z.string().max(20) });

const steps: readonly Endpoint[] = [
  ...stepEndpoints(applicationNoun, {
    ...alike(stepApplication, {
      review: "Send an application to internal review",
      pass: "Pass an application as ready to be signed",
      return: "Return an application to its writers",
      accept: "Record that the portal accepted an application",
      refuse: "Record that the portal rejected an application",
      correct: "Take an application that the portal rejected back to be corrected",
      decline: "Record that the grantor declined an application",
      withdraw: "Withdraw an application",
    }),
    sign: step(signInput, signApplication, {
      summary: "Certify and sign an application as the authorized representative",
    }),
    submit: {
      summary: "Record an application as submitted, with its package",
      body: submitInput,
      ownTransaction: true,
      handler: ({ app, actor, params, body, ifMatch }) =>
        submitApplication(app, actor, { id: params.id, version: ifMatch }, body.trackingNumber),
    },
    award: step(awardInput, awardApplication, { summary: "Record the award of an application" }),
  }),
];

const tracking = recordAct(path, "track", {
  permission: "grantApplication.edit",
  summary: "Record the portal's number of what was submitted",
  body: trackInput,
  response: kept,
  handler: async ({ tx, actor, params, body, ifMatch }) => {
    const { id, version } = await trackApplication(
      tx,
      actor,
      { id: params.id, version: ifMatch },
      body.trackingNumber,
    );
    return { id, version };
  },
});

const forms: readonly Endpoint[] = [
  tracking,
  endpoint({
    method: "GET",
    path: `${path}/{id}/forms/{code}`,
    permission: "grantApplication.read",
    summary: "A federal form of an application, and what its official schema says of it",
    params: formParams,
    response: formSheet,
    handler: ({ db, actor, params }) => readForm(db, actor, params.id, params.code),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}/forms/{code}`,
    permission: "grantApplication.edit",
    summary: "Fill in a federal form of a draft",
    params: formParams,
    body: z.object({
      answers: z.record(z.string().max(60), z.json()),
      whole: z.boolean().default(false),
    }),
    response: kept,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepForm(tx, actor, { ...params, version: ifMatch }, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/forms/{code}/refill`,
    permission: "grantApplication.edit",
    summary: "Fill a form anew from budget, applicant and application",
    params: formParams,
    body: z.object({}),
    response: kept,
    handler: ({ tx, actor, params, ifMatch }) =>
      refillForm(tx, actor, { ...params, version: ifMatch }),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/forms/{code}`,
    permission: "grantApplication.edit",
    summary: "Add a form that the announcement asks for, or leave it out again",
    params: formParams,
    body: z.object({ taken: z.boolean() }),
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      chooseForm(tx, actor, { ...params, version: ifMatch }, body.taken),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/forms/{code}/xml`,
    permission: "grantApplication.read",
    summary: "The XML of a federal form",
    params: formParams,
    handler: async ({ db, params, reply }) =>
      reply
        .type("application/xml")
        .header(
          "content-disposition",
          `attachment; filename="${params.code.replace(/[^\w-]/g, "")}.xml"`,
        )
        .send(await readFormXml(db, params.id, params.code)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/package`,
    permission: "grantApplication.read",
    summary: "What is signed to be sent, or was submitted, as one ZIP",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      const a = await getRow(db, grantApplication, params.id, "grant application");
      const signed = await packageToSend(app, db, params.id);
      if (signed)
        return reply
          .type("application/zip")
          .header("content-disposition", `attachment; filename="${a.number}.zip"`)
          .send(signed);
      return sendFile(app.files, reply, { sha256: a.packageSha256!, name: a.packageFile! });
    },
  }),
];

const parts: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/budget`,
    permission: "grantApplication.read",
    summary: "The budget of an application with what follows from it",
    params: idParams,
    response: z.any(),
    handler: ({ db, actor, params }) => readBudget(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/budget`,
    permission: "grantApplication.edit",
    summary: "Keep the budget of a draft",
    params: idParams,
    body: budgetInput,
    response: kept,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepBudget(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/sections`,
    permission: "grantApplication.edit",
    summary: "Add a section to the narrative",
    status: 201,
    params: idParams,
    body: sectionInput,
    response: kept,
    handler: ({ tx, actor, params, body }) => addSection(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/grant-application-sections/{id}",
    permission: "grantApplication.edit",
    summary: "Change what a section asks, its owner and its day",
    params: idParams,
    body: patchOf(sectionInput.shape),
    response: kept,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await getRow(tx, grantApplicationSection, params.id, "section");
      const whole = wholeWith(sectionInput, sectionInput.shape, stands, body);
      return changeSection(tx, actor, { id: params.id, version: ifMatch }, whole);
    },
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/grant-application-sections/{id}/text",
    permission: "grantApplication.write",
    summary: "Write a section of the narrative",
    params: idParams,
    body: sectionText,
    response: kept,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      writeSection(tx, actor, { id: params.id, version: ifMatch }, body.body),
  }),
];

export const applicationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grantApplication.read", applicationList, applicationRow),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-applicant",
    permission: "grantApplication.read",
    summary: "What the agency says of itself on applications",
    response: z.object({ applicant: applicantRecord.nullable() }),
    handler: async ({ db }) => ({
      applicant: (await applicantOf(db)) as z.output<typeof applicantRecord> | null,
    }),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/grant-applicant",
    permission: "grantApplication.review",
    summary: "Keep what the agency says of itself on applications",
    body: applicantInput,
    response: kept,
    handler: ({ tx, actor, body, ifMatch }) => keepApplicant(tx, actor, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "grantApplication.edit",
    summary: "Begin an application",
    status: 201,
    body: applicationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createApplication(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grantApplication.read",
    summary: "An application with its forms, its narrative, and what holds it back",
    params: idParams,
    response: applicationRecord,
    handler: ({ db, actor, params }) => readApplication(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "grantApplication.edit",
    summary: "Change the head of a draft",
    params: idParams,
    body: patchOf(applicationFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await getRow(tx, grantApplication, params.id, "grant application");
      const whole = wholeWith(applicationChange, applicationFields, stands, body);
      return changeApplication(tx, actor, { id: params.id, version: ifMatch }, whole);
    },
  }),
  historyEndpoint(path, "grantApplication", "grantApplication.read"),
  ...steps,
  ...forms,
  ...parts,
];
