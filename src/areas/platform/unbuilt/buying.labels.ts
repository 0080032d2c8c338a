import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of procurement, vendors, customers and contracts. */
export const buyingTexts: UnbuiltTexts = {
  "/clients": {
    does: [
      "Keep the agencies that you serve or buy for: agreements, contacts, what they are billed.",
    ],
    nearest: ["Team and departments", "/team"],
  },
  "/customer-management": {
    does: ["Follow requests and work for other agencies from the first contact to the bill."],
    nearest: ["Team and departments", "/team"],
  },
};
