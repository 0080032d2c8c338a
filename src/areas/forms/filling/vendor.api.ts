import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import {
  endpoint,
  idParams,
  requireVersion,
  writtenRecord,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { asSystem } from "#server/lifecycle.ts";
import { answersInput, formOffer, formSheet } from "../form/form.model.ts";
import { formSubmission } from "../forms.tables.ts";
import { ownView } from "../submission/submission.model.ts";
import type { SubmissionRecord } from "../submission/submission.noun.ts";
import { ownViewOf } from "../submission/submission.read.service.ts";
import { beginSubmission, requireOwn, sendCorrected } from "../submission/submission.service.ts";
import { agencyOf, formInForce, formsOffered, sheetOf, timesFor } from "./sheet.service.ts";

const path = "/api/v1/vendor-forms";
const agencyParams = z.object({ orgId: z.uuid("Not an agency's id.") });
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const common = { tag: "vendor-portal" } as const;
const act = { ...common, permission: "vendorPortal.act", ownTransaction: true } as const;

const ofVendor = async (tx: Tx, vendor: ActingVendor, id: string): Promise<SubmissionRecord> => {
  const row = (await lockRow(tx, formSubmission, id, "submission")) as SubmissionRecord;
  requireOwn(row, { audience: "vendors", personId: null, vendorId: vendor.id });
  return row;
};

const sheetFor = (app: App, actor: Actor, orgId: string, definitionId: string) =>
  asVendor(app, actor, orgId, async (tx, vendor) => {
    const form = await formInForce(tx, definitionId, "vendors");
    return sheetOf(
      form,
      await agencyOf(tx),
      { name: actor.name, email: actor.email, company: vendor.name },
      await timesFor(tx, form),
    );
  });

const sentByVendor = (app: App, actor: Actor, orgId: string) =>
  asVendor(app, actor, orgId, async (tx, vendor) => {
    const [agency, rows] = await Promise.all([
      agencyOf(tx),
      tx.rows<SubmissionRecord>(sql`
        select *
        from form_submission
        where org_id = ${orgId} and vendor_id = ${vendor.id}
        order by number desc
        limit 100
      `),
    ]);
    return { items: await Promise.all(rows.map((row) => ownViewOf(tx, row, agency))) };
  });

/** Forms that agencies ask their vendors to fill in. */
export const vendorFormEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path,
    permission: "vendorPortal.read",
    summary: "Forms that agencies ask their vendors to fill in",
    response: z.object({ items: z.array(formOffer) }),
    handler: async ({ app, actor }) => ({
      items: await formsOffered(vendorSide(app.database, actor), "vendors"),
    }),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: `${path}/{orgId}/submissions`,
    permission: "vendorPortal.read",
    summary: "What your company sent to an agency, and where it stands",
    params: agencyParams,
    response: z.object({ items: z.array(ownView) }),
    handler: ({ app, actor, params }) => sentByVendor(app, actor, params.orgId),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: `${path}/{orgId}/{id}`,
    permission: "vendorPortal.read",
    summary: "A form in force, by its family, with what is known of your company filled in",
    params: both,
    response: formSheet,
    handler: ({ app, actor, params }) => sheetFor(app, actor, params.orgId, params.id),
  }),
  endpoint({
    ...act,
    method: "POST",
    path: `${path}/{orgId}`,
    summary: "Send a form that you filled in for your company",
    status: 201,
    params: agencyParams,
    body: z.object({ formId: z.uuid("Choose a form."), answers: answersInput }),
    response: writtenRecord,
    handler: ({ app, actor, params, body }) =>
      asVendor(app, actor, params.orgId, (tx, vendor, who) =>
        beginSubmission(
          tx,
          asSystem(who),
          {
            audience: "vendors",
            name: `${who.name}, ${vendor.name}`,
            email: who.email,
            personId: who.personId,
            vendorId: vendor.id,
          },
          { ...body, submit: true },
        ),
      ),
  }),
  endpoint({
    ...act,
    method: "POST",
    path: `${path}/{orgId}/submissions/{id}/correct`,
    summary: "Send a returned form of your company again, corrected",
    status: 200,
    params: both,
    body: z.object({ answers: answersInput }),
    response: writtenRecord,
    handler: ({ app, actor, params, body, ifMatch }) =>
      asVendor(app, actor, params.orgId, async (tx, vendor, who) => {
        const row = await ofVendor(tx, vendor, params.id);
        requireVersion(row.version, ifMatch);
        return sendCorrected(tx, who, row, body.answers);
      }),
  }),
];
