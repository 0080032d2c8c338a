import { day } from "#kernel/time.ts";
import type { Rule } from "./rule.model.ts";

/** A rule of a state as an agency of it may take it over. */
export type StateRule = Pick<
  Rule,
  "key" | "citation" | "text" | "effectiveFrom" | "parameters" | "source"
> & { state: string };

/**
 * Texts of state law that an administrator may begin a rule with; none holds before an agency takes it
 * over, and each is shown as not read again until somebody says otherwise.
 */
export const stateRules: readonly StateRule[] = [
  {
    state: "Illinois",
    key: "promptPayment",
    citation: "50 ILCS 505/3, 505/4",
    text: "A local government approves a bill within 30 days after the later of its receipt and that of the goods or services, and pays it within 30 days after the approval. Paid later it owes one percent for each month or part of one of what is approved and unpaid. The longest way is counted here: 60 days.",
    effectiveFrom: day("2007-07-01"),
    parameters: {
      days: 60,
      agreedTerms: true,
      interestBp: 100,
      interestLeastCents: 0,
      interestFromCents: 0,
    },
    source:
      "Local Government Prompt Payment Act, 50 ILCS 505/3 (P.A. 94-972, eff. July 1, 2007) and 505/4; that agreed terms decide is not read again",
  },
  {
    state: "California",
    key: "retainage",
    citation: "Cal. Public Contract Code 7201, 7107",
    text: "Retention of a public work is at most five percent of the payment. It is released within 60 days after completion; 150 percent of a disputed amount may be withheld.",
    effectiveFrom: day("2012-01-01"),
    parameters: { capPercent: 5, releaseDays: 60, correctPercent: 150, construction: true },
    source: "PCC 7201(a)(1): contracts entered into on or after January 1, 2012; section 7107(c)",
  },
  {
    state: "Minnesota",
    key: "retainage",
    citation: "Minn. Stat. 15.72, subd. 2",
    text: "Retainage of a public improvement is at most five percent of a progress payment. It is released no later than 60 days after substantial completion; after it no more may be withheld than 250 percent of the cost to correct or complete work then known, and the greater of one percent of the contract and $500 until the final paperwork is in.",
    effectiveFrom: day("2024-08-01"),
    parameters: {
      capPercent: 5,
      releaseDays: 60,
      correctPercent: 250,
      paperPercent: 1,
      paperCents: 500_00,
      construction: true,
    },
    source:
      "Minnesota Statutes 2024, 15.72; the day is the first on which this text was seen in force",
  },
  {
    state: "Minnesota",
    key: "waivers",
    citation: "Minn. Stat. 337.10, subd. 2",
    text: "A provision that requires a contractor, subcontractor or supplier to waive its right to a lien or to a claim against a payment bond before it was paid for its labor or material is void. So a waiver asked with an application holds on the condition that it is paid; one without condition is asked for what was paid.",
    effectiveFrom: day("2024-08-01"),
    parameters: {
      conditional: true,
      unconditional: true,
      beforePayment: false,
      construction: true,
    },
    source:
      "Minnesota Statutes 2024, 337.10, subd. 2; the day is the first on which this text was seen in force",
  },
  {
    state: "Minnesota",
    key: "withholdingCertificate",
    citation: "Minn. Stat. 270C.66",
    text: "The state and its subdivisions make no final settlement of a contract that employs people for wages until the contractor and its subcontractors show that they withheld income tax from wages under section 290.92. A certificate of the commissioner of revenue shows it (form IC134).",
    effectiveFrom: day("2024-08-01"),
    parameters: { certificateDemanded: true, construction: true },
    source:
      "Minnesota Statutes 2024, 270C.66; the day is the first on which this text was seen in force; asked of construction, the form's number is not read from the statute",
  },
  {
    state: "Minnesota",
    key: "promptPayment",
    citation: "Minn. Stat. 471.425",
    text: "A municipality whose board meets at least once a month pays within 35 days after the later of completed delivery and receipt of the invoice, or as the contract says. Paid later it owes one and a half percent for each month or part of one of what is unpaid, at least $10 a month on $100 or more; none while it disputes the bill in good faith.",
    effectiveFrom: day("2024-08-01"),
    parameters: {
      days: 35,
      agreedTerms: true,
      interestBp: 150,
      interestLeastCents: 10_00,
      interestFromCents: 100_00,
    },
    source:
      "Minnesota Statutes 2024, 471.425, subd. 1, 2 and 4; the day is the first on which this text was seen in force",
  },
];
