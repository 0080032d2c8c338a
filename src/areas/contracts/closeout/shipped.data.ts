import type { ChecklistInput } from "./closeout.model.ts";

/** The product's own list: it holds until an agency publishes one. */
export const shippedList: ChecklistInput = {
  name: "Closing a contract",
  items: [
    {
      proof: "orders",
      title: "Every order is closed",
      hint: "Close, short-close or cancel what is still out.",
      kind: null,
    },
    {
      proof: "receipt",
      title: "The final receipt is in",
      hint: "Everything that was ordered came, or somebody says why the work is complete.",
      kind: null,
    },
    {
      proof: "waivers",
      title: "Lien waivers of the contractor and its subcontractors",
      hint: "Final, unconditional waivers; attach them as one file.",
      kind: "construction",
    },
    {
      proof: "punch",
      title: "Everything on the punch list is verified",
      hint: "Its project's punch list says it; without one, somebody says who looked at the work.",
      kind: "construction",
    },
    {
      proof: "papers",
      title: "As-built drawings, manuals and warranties are in",
      hint: "The papers of its project say it; without them, attach what came.",
      kind: "construction",
    },
    {
      proof: "payrolls",
      title: "Certified payrolls are complete, where prevailing wages are demanded",
      hint: "Its project says it; without one, somebody says whether they were demanded.",
      kind: "construction",
    },
    {
      proof: "withholding",
      title: "The state's withholding tax certificate is in, where the law asks it",
      hint: "Attach it, or say that no law of your state asks it.",
      kind: "construction",
    },
    {
      proof: "surety",
      title: "Consent of surety to the final payment",
      hint: "Of whoever gave the performance and payment bonds.",
      kind: "construction",
    },
    {
      proof: "retainage",
      title: "Retainage is released",
      hint: "Release it on each invoice that still withholds some.",
      kind: null,
    },
    {
      proof: "evaluation",
      title: "The vendor is evaluated",
      hint: "Time, quality, cost, cooperation: what the next buyer should know.",
      kind: null,
    },
    {
      proof: "retention",
      title: "Until when the records are kept",
      hint: "",
      kind: null,
    },
  ],
};
