import { formatCents } from "#kernel/money.ts";
import type { Unchecked } from "./application.model.ts";

type Of = {
  federalCents: number;
  forms: readonly string[];
  withoutSchema: readonly string[];
  /** From this amount of federal money on, lobbying is disclosed; with the law that says so. */
  lobbying: { overCents: number; citation: string };
};

/** What no rule looked at in an application: nothing found says nothing of it. */
export const uncheckedOf = ({ federalCents, forms, withoutSchema, lobbying }: Of): Unchecked[] => [
  {
    what: "The words of the narrative",
    why: "Length, fields of the budget and amounts in digits are looked at. Whether a text answers the announcement, and amounts or counts in words, is for a reader.",
  },
  {
    what: "Attachments",
    why: "What the announcement asks for beside forms and narrative, and what attached files say, is not read.",
  },
  {
    what: "The XML of the forms",
    why: "Tried by the official schemas on the page of each form, and for all of them when it is sent to review.",
  },
  {
    what: "What Grants.gov itself asks",
    why: "Its rules beyond the schemas, and whether the opportunity is still open there, show when it is uploaded.",
  },
  ...withoutSchema.map((form) => ({
    what: `The XML of the ${form}`,
    why: "No official schema of it is at hand.",
  })),
  ...(federalCents > lobbying.overCents && !forms.includes("SF-LLL")
    ? [
        {
          what: "Lobbying",
          why: `Above ${formatCents(lobbying.overCents)} whoever paid for lobbying with other than federal funds discloses it: add the SF-LLL then (${lobbying.citation}).`,
        },
      ]
    : []),
];
