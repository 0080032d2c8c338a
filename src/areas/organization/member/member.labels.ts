import type { duties, roles } from "#kernel/access.ts";

// Apart from the model, so that screens load without zod.
export const dutyLabels: Record<(typeof duties)[number], { label: string; about: string }> = {
  requester: { label: "Requester", about: "Asks for goods and services" },
  buyer: { label: "Buyer", about: "Turns requisitions into orders, runs solicitations" },
  budget_officer: { label: "Budget officer", about: "Loads the budget, overrides a shortfall" },
  receiver: { label: "Receiver", about: "Records what arrived" },
  ap: { label: "Accounts payable", about: "Enters invoices, proposes payment runs" },
  treasurer: { label: "Treasurer", about: "Releases and voids payments" },
  auditor: { label: "Auditor", about: "Reads the audit record, exports evidence" },
  opener: { label: "Opening officer", about: "Holds a part of the keys that open sealed bids" },
  evaluator: {
    label: "Evaluator",
    about: "Scores proposals after declaring conflicts of interest",
  },
  read_only: {
    label: "Read only",
    about: "Sees, and changes nothing, whatever the role or other duties would allow",
  },
};

export const roleLabels: Record<(typeof roles)[number], { label: string; about: string }> = {
  user: { label: "User", about: "Works with records; duties say which" },
  manager: { label: "Manager", about: "Approves, sees the agency's figures" },
  admin: { label: "Admin", about: "Members, settings, policies" },
  platform_admin: { label: "Platform admin", about: "Runs the platform; no money or award powers" },
};
