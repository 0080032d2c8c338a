import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of projects, logistics, assets and field work. */
export const deliveryTexts: UnbuiltTexts = {
  "/mobile-app": {
    does: ["Put the product on a phone: what works without a connection, and how to install it."],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/mobile-field-operations": {
    does: [
      "Take inspections, damage, receipts and hours in the field without a connection, and settle conflicts when it is back.",
    ],
    nearest: ["Orders to receive", "/purchase-orders?receivable=true"],
  },
};
