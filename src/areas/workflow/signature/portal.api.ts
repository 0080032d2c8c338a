import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, vendorSide, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { sendFile } from "#server/files/send-file.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { asSystem } from "#server/lifecycle.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { declineInput, outsideView, signatureState, signInput } from "./signature.model.ts";
import { outsideOf, paperFor, vendorSeat } from "./signature.read.service.ts";
import { decline, sign, type Hand } from "./signing.service.ts";

const root = "/api/v1/vendor-signatures";
const params = z.object({ orgId: z.uuid(), id: z.uuid() });
const tag = "vendor-portal";

const waiting = z
  .object({
    id: z.string(),
    orgId: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.string(),
    expiresOn: dayField,
    asked: z.boolean(),
  })
  .meta({ id: "VendorSignature" });

export type VendorSignature = z.output<typeof waiting>;

/** What agencies ask the vendor to sign, and asked before; `side` is the vendor's reading. */
export const vendorSignatures = (side: Db): Promise<VendorSignature[]> =>
  side.rows<VendorSignature>(sql`
    select
      r.id, r.org_id, r.number, r.title, r.status, r.expires_on,
      r.status = 'open' and s.status = 'asked' as asked
    from signature_signer s
    join signature_request r on r.org_id = s.org_id and r.id = s.request_id
    where s.side = 'portal'
    order by (r.status = 'open' and s.status = 'asked') desc, s.asked_at desc
    limit 100
  `);

/** The vendor's hand; nobody signs for both sides. 403 for a member of the agency. */
const vendorHand = async (
  tx: Tx,
  actor: Actor,
  vendor: ActingVendor,
  address: string,
): Promise<Hand> => {
  const [member] = await membersNamed(tx, { ids: [actor.personId!] });
  if (member?.active)
    throw notAllowed(
      "You are a member of this agency, so another person signs for the vendor.",
      "own_member",
    );
  return {
    suits: (signer) => signer.side === "portal" && signer.vendorId === vendor.id,
    proof: "portal",
    address,
    name: actor.name,
  };
};

const reading: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: root,
    permission: "vendorPortal.read",
    tag,
    summary: "What agencies ask you to sign, and asked before",
    response: z.object({ items: z.array(waiting) }),
    handler: async ({ app, actor }) => ({
      items: await vendorSignatures(vendorSide(app.database, actor)),
    }),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{orgId}/{id}`,
    permission: "vendorPortal.read",
    tag,
    summary: "What an agency asks you to sign",
    params,
    response: outsideView,
    handler: ({ app, actor, params: { orgId, id } }) =>
      asVendor(app, actor, orgId, async (tx, vendor) => {
        const { request, signer } = await vendorSeat(tx, vendor.id, id);
        return outsideOf(tx, request, signer);
      }),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{orgId}/{id}/document`,
    permission: "vendorPortal.read",
    tag,
    summary: "What you are asked to sign, and once all have signed the signed document, as PDF",
    params,
    raw: true,
    handler: async ({ app, actor, params: { orgId, id }, reply }) => {
      const { request, signer } = await asVendor(app, actor, orgId, (tx, vendor) =>
        vendorSeat(tx, vendor.id, id),
      );
      return sendFile(app.files, reply, paperFor(request, signer));
    },
  }),
];

/** A vendor signs in its portal, signed in. */
export const portalSignatureEndpoints: readonly Endpoint[] = [
  ...reading,
  actAt(`${root}/{orgId}/{id}`, "sign", {
    permission: "vendorPortal.act",
    tag,
    summary: "Sign for your company",
    params,
    body: signInput,
    response: signatureState,
    ownTransaction: true,
    handler: ({ app, actor, params: { orgId, id }, body, request }) =>
      asVendor(app, actor, orgId, async (tx, vendor, who) => {
        tx.afterCommit(() => kickMail(app));
        const hand = await vendorHand(tx, who, vendor, request.ip);
        return sign({ app, tx, actor: who }, id, hand, body);
      }),
  }),
  actAt(`${root}/{orgId}/{id}`, "decline", {
    permission: "vendorPortal.act",
    tag,
    summary: "Decline to sign for your company, with a reason",
    params,
    body: declineInput,
    response: signatureState,
    ownTransaction: true,
    handler: ({ app, actor, params: { orgId, id }, body, request }) =>
      asVendor(app, actor, orgId, async (tx, vendor, who) => {
        tx.afterCommit(() => kickMail(app));
        const hand = await vendorHand(tx, who, vendor, request.ip);
        return decline(tx, asSystem(who), id, hand, body);
      }),
  }),
];
