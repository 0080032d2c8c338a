import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const invoiceStatuses = {
  received: { label: "Received", tone: "neutral" },
  exception: { label: "Exception", tone: "warning" },
  matched: { label: "Matched", tone: "info" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved", tone: "success" },
  scheduled: { label: "Scheduled", tone: "progress" },
  paid: { label: "Paid", tone: "success", terminal: true },
  disputed: { label: "Disputed", tone: "danger" },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  voided: { label: "Voided", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;

export const invoiceKinds = { invoice: "Invoice", credit_note: "Credit note" } as const;

/** How long what is open of an invoice has been due. */
export const invoiceAges = {
  not_due: "Not due yet",
  to30: "1 to 30 days late",
  to60: "31 to 60 days late",
  to90: "61 to 90 days late",
  over90: "More than 90 days late",
} as const;

/** The usual course, for the stepper. */
export const invoiceCourse = [
  "received",
  "matched",
  "in_approval",
  "approved",
  "scheduled",
  "paid",
] as const;

/** Who settles an exception, by duty. */
export const exceptionOwners: Readonly<Record<string, string>> = {
  ap: "Accounts payable",
  buyer: "The buyer",
  receiver: "Receiving",
};

export const exceptionNames = {
  price: "Price",
  quantity: "Quantity",
  unit: "Unit",
  no_receipt: "Not received",
  no_order: "Not ordered",
  over_encumbrance: "Beyond the order",
  duplicate: "Possible duplicate",
  totals: "Totals",
  vendor: "Vendor",
  currency: "Currency",
  credited: "Credited elsewhere",
  delivery: "Delivery not proved",
  document: "Data and page differ",
} as const;

/** What became of an exception. */
export const exceptionStandings = {
  open: { label: "Open", tone: "warning" },
  accepted: { label: "Accepted", tone: "success" },
  cleared: { label: "No longer found", tone: "neutral" },
  over: { label: "Over with its invoice", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** The words of a cause and who settles it, kept as one code: `price/buyer`. */
export const causeAndOwner = (code: string): string => {
  const [cause = "", owner = ""] = code.split("/");
  const named: Readonly<Record<string, string>> = exceptionNames;
  return `${named[cause] ?? cause}, settled by ${(exceptionOwners[owner] ?? owner).toLowerCase()}`;
};

/** Every cause with everybody who may settle it, for a filter. */
export const causesAndOwners = Object.keys(exceptionNames).flatMap((cause) =>
  Object.keys(exceptionOwners).map((owner) => {
    const value = `${cause}/${owner}`;
    return { value, label: causeAndOwner(value) };
  }),
);

/** Views of the list, which questions in words open too. */
export const invoiceViews = [
  { id: "unpaid", name: "Unpaid", query: "unpaid=true&sort=dueOn" },
  { id: "exceptions", name: "Exceptions", query: "status=exception" },
  { id: "matched", name: "Ready to submit", query: "status=matched" },
  { id: "payable", name: "Payable", query: "status=approved&sort=dueOn" },
  { id: "overdue", name: "Overdue", query: "overdue=true&sort=dueOn" },
  { id: "withheld", name: "Retainage withheld", query: "withheld=true" },
] as const;
