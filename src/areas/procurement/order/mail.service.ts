import { createHash, randomBytes } from "node:crypto";
import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { orderCancelledLetter, orderLetter } from "../letters.service.ts";
import type { OrderRecord } from "./order.service.ts";
import { vendorOf, type VendorFacts } from "./vendor.service.ts";

/** By it an order is found whose mailed link carries the secret. */
export const secretDigest = (text: string) => createHash("sha256").update(text).digest("hex");

/** As the letter names it and `order-paper.service.ts` makes it. */
export const orderPaper = "purchase_order";

// Where the server can make none, the link shows the order all the same.
const papersOf = (o: OrderRecord) =>
  pdfBrowser() === null ? [] : [{ maker: orderPaper, of: o.id, name: `${o.number}.pdf` }];

/**
 * Mails the order to its vendor with its PDF and a link by which it can be acknowledged; answers go
 * to the buyer. Without an address it says so in the order's history.
 */
export const mailOrder = async (
  tx: Tx,
  o: OrderRecord,
  origin: string,
  what: string,
  known?: VendorFacts,
): Promise<{ digest: string; note: string }> => {
  const secret = randomBytes(24).toString("base64url");
  const vendor = known ?? (await vendorOf(tx, o.vendorId));
  if (!vendor.email)
    return {
      digest: secretDigest(secret),
      note: `${what}; ${vendor.name} has no e-mail address, send it by hand`,
    };
  await queueMail(tx, {
    ...orderLetter({
      ...o,
      vendor: vendor.name,
      what,
      origin,
      token: `${o.orgId}.${secret}`,
    }),
    orgId: o.orgId,
    to: vendor.email,
    replyTo: { personId: o.buyerId },
    papers: papersOf(o),
  });
  return { digest: secretDigest(secret), note: `${what}; mailed to ${vendor.email}` };
};

/** Tells the vendor; the link of the order stays good and shows that it is cancelled. */
export const mailCancellation = async (tx: Tx, o: OrderRecord, reason: string): Promise<void> => {
  const vendor = await vendorOf(tx, o.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    ...orderCancelledLetter({ ...o, vendor: vendor.name, reason }),
    orgId: o.orgId,
    to: vendor.email,
    replyTo: { personId: o.buyerId },
  });
};
