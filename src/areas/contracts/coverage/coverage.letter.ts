import { defineLetter } from "#server/mail/letter-kinds.ts";

type Told = {
  vendor: string;
  contract: string;
  what: string;
  event: "accepted" | "returned";
  reason: string | null;
  path: string;
};

/** What became of what a vendor handed in under a contract: a certificate, or something it owes. */
export const handedInLetter = defineLetter({
  kind: "contractHandedIn",
  why: "You get this letter because your company has a contract with {agency}.",
  write: ({ vendor, contract, what, event, reason, path }: Told) => ({
    subject: `${what} is ${event}`,
    paragraphs: [
      `${vendor},`,
      event === "accepted"
        ? `What you handed in for contract ${contract} is accepted: ${what}.`
        : `What you handed in for contract ${contract} was returned: ${what}. Why: ${reason}. Hand it in anew in your portal.`,
    ],
    link: { label: "The contract", href: path },
  }),
  sample: {
    vendor: "Northline Aggregates",
    contract: "CON-2027-00004",
    what: "General liability, Prairie Mutual 4711",
    event: "returned",
    reason: "The county is not named as an additional insured",
    path: "/vendor-portal/contracts",
  },
});
