import { systemActor } from "#kernel/access.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { orderDocument } from "./document.service.ts";
import { orderPaper } from "./mail.service.ts";
import { readOrder } from "./order.read.service.ts";

/**
 * The PDF of an order for its letter, as the order stands now: a letter of an older version brings
 * the newer one, which its own letter brings too.
 */
export const orderPaperMaker: PaperMaker = {
  name: orderPaper,
  make: async ({ database }, orgId, orderId) => {
    const db = database.read({ orgId, personId: null });
    const agency = await readOrganization(db);
    const actor = { ...systemActor(orgId), timeZone: agency.timeZone };
    const order = await readOrder(database.read(actor), actor, orderId);
    return makePdf(inLook(orderDocument(order, agency.name), agency.branding));
  },
};
