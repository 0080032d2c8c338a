import { defineLetter } from "#server/mail/letter-kinds.ts";

export type SubmissionEvent = "received" | "approve" | "reject" | "return";
type Told = {
  name: string;
  number: string;
  form: string;
  event: SubmissionEvent;
  reason: string | null;
  path: string;
};

const what = {
  received: ["was received", "Somebody reads it. You hear from us when it is decided."],
  approve: ["is approved", "There is nothing more to do."],
  reject: ["is rejected", "You may fill in the form anew."],
  return: ["came back to you", "Open it, correct what is said below, and send it again."],
} as const satisfies Record<SubmissionEvent, readonly [string, string]>;

/** What became of a form that a visitor or a vendor filled in. */
export const submissionLetter = defineLetter({
  kind: "formSubmission",
  keep: "letter",
  why: "You get this letter because a form of {agency} was filled in with this address.",
  write: ({ name, number, form, event, reason, path }: Told) => {
    const [is, then] = what[event];
    return {
      subject: `${form}: ${number} ${is}`,
      paragraphs: [
        `${name},`,
        `what you filled in, ${form}, has the number ${number}. It ${is}. ${then}`,
        ...(reason ? [`Why: ${reason}`] : []),
      ],
      link: { label: event === "return" ? "Correct it" : "See where it stands", href: path },
    };
  },
  sample: {
    name: "Dana Ruiz",
    number: "FRM-2027-00003",
    form: "Road closure permit",
    event: "return",
    reason: "Say which lanes stay open.",
    path: "/citizen-portal/forms/road-closure",
  },
});
