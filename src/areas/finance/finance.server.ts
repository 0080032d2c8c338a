import { seedFinance } from "./finance.seed.ts";
import { registerApprovable } from "../workflow/workflow.server.ts";
import { invoiceEndpoints } from "./invoice/invoice.api.ts";
import { invoiceSummary } from "./invoice/invoice.list.ts";
import { invoiceApproval } from "./invoice/invoice.service.ts";

export { invoiceList } from "./invoice/invoice.list.ts";
export { createInvoice, submitInvoice } from "./invoice/invoice.service.ts";

registerApprovable({ type: "invoice", ...invoiceApproval, summary: invoiceSummary });

/** What the server mounts of this area. */
export const finance = { name: "finance", seed: seedFinance, endpoints: [...invoiceEndpoints] };
