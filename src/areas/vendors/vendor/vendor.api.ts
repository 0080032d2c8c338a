import { notFound } from "#kernel/errors.ts";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { vendorNoun } from "./vendor.noun.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { limitSensitive } from "#areas/identity/identity.server.ts";
import { commodityQuery, searchCommodities } from "../commodity/commodity.service.ts";
import { readVendor, vendorList } from "./vendor.list.ts";
import { contactInput, vendorDetail, vendorInput, vendorPatch, vendorRow } from "./vendor.model.ts";
import {
  activateVendor,
  changeVendor,
  createVendor,
  moveVendor,
  revealTin,
  saveContact,
} from "./vendor.service.ts";

const path = "/api/v1/vendors";
const contactParams = idParams.extend({ contactId: z.uuid("Not a record id.") });

const stepsOfVendor = stepEndpoints(
  vendorNoun,
  {
    activate: {
      summary: "Screen and activate; stays a draft when a possible match must be decided first",
      take: activateVendor,
    },
    ...alike(moveVendor, {
      hold: "Stop orders and payments for a while",
      release: "Take the hold off",
      suspend: "Suspend",
      reinstate: "Reinstate",
      deactivate: "Take out of use",
    }),
  },
  { response: vendorDetail, read: readVendor },
);

const contacts: Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/contacts`,
    permission: "vendor.edit",
    summary: "Add a contact",
    params: idParams,
    body: contactInput,
    response: vendorDetail,
    handler: async ({ actor, tx, params, body }) => {
      await saveContact(tx, actor, params.id, null, body, null);
      return readVendor(tx, actor, params.id);
    },
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}/contacts/{contactId}`,
    permission: "vendor.edit",
    summary: "Change a contact",
    params: contactParams,
    body: patchOf(contactInput.shape),
    response: vendorDetail,
    handler: async ({ actor, tx, params, body, ifMatch }) => {
      const { contacts: stand } = await readVendor(tx, actor, params.id);
      const stands = stand.find(({ id }) => id === params.contactId);
      if (!stands) throw notFound("contact");
      const whole = wholeWith(contactInput, contactInput.shape, stands, body);
      await saveContact(tx, actor, params.id, params.contactId, whole, ifMatch);
      return readVendor(tx, actor, params.id);
    },
  }),
];

export const vendorEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "vendor.read", vendorList, vendorRow),
  endpoint({
    method: "POST",
    path,
    permission: "vendor.edit",
    summary: "Enter a vendor as a draft; 409 names likely duplicates until they are confirmed",
    body: vendorInput,
    response: vendorDetail,
    handler: async ({ actor, tx, body }) =>
      readVendor(tx, actor, (await createVendor(tx, actor, body)).id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "vendor.read",
    summary: "A vendor with contacts, commodities and actions",
    params: idParams,
    response: vendorDetail,
    handler: ({ actor, db, params }) => readVendor(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "vendor.edit",
    summary: "Change a vendor",
    params: idParams,
    body: vendorPatch,
    response: vendorDetail,
    handler: async ({ actor, tx, params, body, ifMatch }) => {
      await changeVendor(tx, actor, params.id, body, ifMatch);
      return readVendor(tx, actor, params.id);
    },
  }),
  ...stepsOfVendor,
  ...contacts,
  recordAct(path, "reveal-tin", {
    permission: "vendor.revealTin",
    summary: "The full tax number; every reveal is recorded",
    body: z.object({ reason: z.string().trim().min(3, "Say what you need it for.").max(500) }),
    response: z.object({ tin: z.string(), kind: z.enum(["ein", "ssn"]) }),
    ownTransaction: true,
    unkept: true,
    handler: async ({ actor, app, params, body }) => {
      await limitSensitive(identityDb(app.database), `reveal:${actor.personId}`);
      return app.database.transaction(actor, (tx) => revealTin(tx, actor, params.id, body.reason));
    },
  }),
  historyEndpoint(path, "vendor", "vendor.read"),
  endpoint({
    method: "GET",
    path: "/api/v1/commodities",
    permission: "vendor.read",
    summary: "Commodity codes: shipped NAICS 2022 and the agency's own",
    query: commodityQuery,
    response: z.object({
      items: z.array(
        z.object({ id: z.string(), code: z.string(), name: z.string(), scheme: z.string() }),
      ),
    }),
    handler: async ({ db, query }) => ({ items: await searchCommodities(db, query) }),
  }),
];
