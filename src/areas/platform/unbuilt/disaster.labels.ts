import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of emergency, disaster and FEMA work. */
export const disasterTexts: UnbuiltTexts = {
  "/fema-integration": {
    does: [
      "Read declarations and projects from FEMA's open data, and exchange files with the Grants Portal.",
      "Say how old each figure is.",
    ],
    nearest: ["Payments", "/payments"],
  },
  "/fema-grants-hub": {
    does: [
      "Hold public assistance, mitigation and resilience grants from the declaration to closeout.",
      "Trace every eligible cost to its order, invoice, payment and proof, and put them into one package for reimbursement.",
    ],
    nearest: ["Audit ledger", "/blockchain"],
  },
  "/fema-forms": {
    does: [
      "Fill FEMA's forms from what the record already holds, show what is missing, and export them as PDF.",
    ],
    nearest: ["Invoices", "/invoices"],
  },
};
