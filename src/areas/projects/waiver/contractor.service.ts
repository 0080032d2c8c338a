import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { ownOrder } from "../pay/contractor.service.ts";
import type { PayStored } from "../pay/pay.noun.ts";
import type { ContractorWaivers, SignWaiverInput } from "./waiver.model.ts";
import type { WaiverStored } from "./waiver.noun.ts";
import { waiverPaper } from "./paper.service.ts";
import { keepWaiver, signedOf, waiversOf } from "./waiver.service.ts";

type At = { orgId: string; id: string };

// The applications of the vendor's own order that it sent, the newest first.
const sentOf = async (tx: Tx, vendor: ActingVendor, orderId: string): Promise<PayStored[]> => {
  await ownOrder(tx, vendor, orderId);
  return tx.rows<PayStored>(sql`
    select *
    from pay_application
    where org_id = ${tx.scope.orgId}
      and purchase_order_id = ${orderId}
      and status in ('submitted', 'returned', 'certified')
    order by application_no desc
    limit 50
  `);
};

/** The waivers of a contractor's applications on its order: signed, and asked for now. 404. */
export const readContractorWaivers = (app: App, actor: Actor, at: At): Promise<ContractorWaivers> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    const items: ContractorWaivers["items"] = [];
    for (const a of await sentOf(tx, vendor, at.id)) {
      const waivers = await waiversOf(tx, a);
      if (waivers.signed.length + waivers.asked.length > 0)
        items.push({ applicationId: a.id, application: a.contractorNumber, ...waivers });
    }
    return { items };
  });

/** The contractor signs a waiver that is asked for. 404 for another's, 409 `not_paid`, `not_asked`. */
export const signAsContractor = (
  app: App,
  actor: Actor,
  at: At,
  applicationId: string,
  { kind, mark }: SignWaiverInput,
): Promise<WaiverStored> =>
  asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    if (!(await sentOf(tx, vendor, at.id)).some(({ id }) => id === applicationId))
      throw notFound("pay application");
    return keepWaiver(tx, asSystem(who), applicationId, kind, {
      signerName: `${who.name}, ${vendor.name}`,
      mark,
      fileId: null,
      recordedBy: null,
    });
  });

/** A waiver that the contractor signed, as a document. 404 for another's. */
export const contractorWaiverPaper = (
  app: App,
  actor: Actor,
  at: At,
  waiverId: string,
): Promise<{ title: string; document: string }> =>
  asVendor(app, actor, at.orgId, async (tx, vendor) => {
    for (const a of await sentOf(tx, vendor, at.id))
      if ((await signedOf(tx, a.id)).some(({ id }) => id === waiverId))
        return waiverPaper(tx, waiverId);
    throw notFound("waiver");
  });
