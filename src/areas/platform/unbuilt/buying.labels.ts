import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of procurement, vendors, customers and contracts. */
export const buyingTexts: UnbuiltTexts = {
  "/opportunities": {
    does: [
      "List the agency's solicitations with deadline, questions and answers; vendors see those that they may answer.",
      "Search federal opportunities in the same list.",
    ],
    nearest: ["Procurement board", "/ai-procurement"],
  },
  "/rfi": {
    does: [
      "Ask the market before you buy: questions, answers side by side, and the step to a request for proposals.",
    ],
    nearest: ["Vendor directory", "/vendor-directory"],
  },
  "/rfq-builder": {
    does: [
      "Build a request for quotes, proposals or bids: lots, criteria with weights, documents, clauses chosen by amount and funding.",
      "Invite vendors, answer questions, publish addenda.",
    ],
    nearest: ["Approved requisitions", "/smart-requisition?status=approved"],
  },
  "/bid-evaluation": {
    does: [
      "Open sealed bids that nobody could read before, check them, score them, and award lots at the proven lowest cost.",
      "Keep conflicts of interest, consensus and the protest window in the record.",
    ],
    nearest: ["Procurement board", "/ai-procurement"],
  },
  "/vendor-portal": {
    does: [
      "Give vendors their own side: invitations, sealed bids with a receipt, orders to acknowledge, invoices, payments, documents that expire.",
    ],
    nearest: ["First steps", "/welcome"],
  },
  "/vendor-registration": {
    does: [
      "Let a vendor register: identity, ownership, certifications, commodity codes, bank details, insurance.",
      "Find duplicates and check exclusions before anyone buys.",
    ],
    nearest: ["New vendor", "/vendor-directory/new"],
  },
  "/vendor-performance": {
    does: [
      "Score vendors from what really happened: on time, rejected goods, price differences, disputes.",
      "Let the vendor answer a review.",
    ],
    nearest: ["Vendor directory", "/vendor-directory"],
  },
  "/market-intelligence": {
    does: [
      "Show what things cost over time, how much depends on few vendors, and what other agencies paid.",
    ],
    nearest: ["Purchase orders", "/purchase-orders"],
  },
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
