import type { Kind } from "./solicitation.labels.ts";

type Criterion = {
  name: string;
  guidance: string;
  kind: "technical" | "price" | "interview";
  weight: string;
  maxScore: number;
};
type Requirement = {
  kind: "document" | "yes_no" | "text" | "number" | "date";
  label: string;
  guidance: string;
  mandatory: boolean;
  envelope: "technical" | "price";
};
export type Template = {
  key: string;
  kind: Kind;
  name: string;
  about: string;
  envelopes: 1 | 2;
  awardBy: "whole" | "lot" | "item";
  priceFormula: "lowest" | "proportional" | "linear" | "qualifications";
  minimumBids: number;
  construction: boolean;
  insuranceRequired: boolean;
  criteria: readonly Criterion[];
  requirements: readonly Requirement[];
};

const criterion = (
  name: string,
  weight: number,
  guidance: string,
  kind: Criterion["kind"] = "technical",
): Criterion => ({ name, guidance, kind, weight: String(weight), maxScore: 10 });
const asked = (
  kind: Requirement["kind"],
  label: string,
  guidance = "",
  mandatory = true,
): Requirement => ({ kind, label, guidance, mandatory, envelope: "technical" });

const noConflict = asked(
  "yes_no",
  "No person of the agency has an interest in this company",
  "2 CFR 200.318(c). Answer no, and explain in the statement, when somebody has.",
);
const excluded = asked(
  "yes_no",
  "Neither the company nor its principals are excluded from federal awards",
  "2 CFR 180.335",
);
const references = asked(
  "text",
  "Three references with telephone number",
  "Public agencies for which you did similar work in the last five years.",
);
const insurance = asked(
  "document",
  "Certificate of insurance",
  "General liability and workers' compensation as the scope asks.",
);

/** Beginnings for a solicitation; everything in them can be changed in the builder. */
export const templates: readonly Template[] = [
  {
    key: "rfq-goods",
    kind: "rfq",
    name: "Goods, three quotes",
    about:
      "Small purchases below the simplified acquisition threshold. The lowest price decides, item by item or as a whole.",
    envelopes: 1,
    awardBy: "whole",
    priceFormula: "lowest",
    minimumBids: 3,
    construction: false,
    insuranceRequired: false,
    criteria: [],
    requirements: [asked("number", "Days from order to delivery")],
  },
  {
    key: "rfq-service",
    kind: "rfq",
    name: "Small service, quotes",
    about: "A bounded service with a short statement of work.",
    envelopes: 1,
    awardBy: "whole",
    priceFormula: "lowest",
    minimumBids: 3,
    construction: false,
    insuranceRequired: true,
    criteria: [],
    requirements: [asked("date", "Earliest start"), insurance],
  },
  {
    key: "itb-goods",
    kind: "itb",
    name: "Goods in lots",
    about:
      "Publicly advertised sealed bids; each lot to the lowest responsive and responsible bidder.",
    envelopes: 1,
    awardBy: "lot",
    priceFormula: "lowest",
    minimumBids: 2,
    construction: false,
    insuranceRequired: false,
    criteria: [],
    requirements: [noConflict, excluded, asked("number", "Days from order to delivery")],
  },
  {
    key: "itb-construction",
    kind: "itb",
    name: "Construction",
    about: "A firm fixed price for a defined work, with bid guarantee and bonds.",
    envelopes: 1,
    awardBy: "whole",
    priceFormula: "lowest",
    minimumBids: 2,
    construction: true,
    insuranceRequired: true,
    criteria: [],
    requirements: [
      noConflict,
      excluded,
      insurance,
      asked("document", "Bid guarantee"),
      asked("document", "List of subcontractors"),
      asked("document", "Contractor's licence"),
    ],
  },
  {
    key: "rfp-services",
    kind: "rfp",
    name: "Professional services",
    about:
      "Proposals scored on approach, people and price; prices open after the technical scores lock.",
    envelopes: 2,
    awardBy: "whole",
    priceFormula: "proportional",
    minimumBids: 2,
    construction: false,
    insuranceRequired: false,
    criteria: [
      criterion(
        "Understanding and approach",
        30,
        "How well the proposal grasps the need and how it would be met.",
      ),
      criterion("People and experience", 25, "Who does the work, and what they did before."),
      criterion("Schedule and capacity", 15, "Whether the dates hold and the people are free."),
      criterion("Price", 30, "By the published formula.", "price"),
    ],
    requirements: [
      asked("document", "Technical proposal", "At most 30 pages."),
      asked("document", "Resumes of key people"),
      references,
      noConflict,
      excluded,
    ],
  },
  {
    key: "rfp-lots",
    kind: "rfp",
    name: "Goods and services in lots",
    about: "Proposals lot by lot, with a split award where that costs least.",
    envelopes: 2,
    awardBy: "lot",
    priceFormula: "proportional",
    minimumBids: 2,
    construction: false,
    insuranceRequired: false,
    criteria: [
      criterion("Quality and fit", 30, "How far what is offered meets the specification."),
      criterion("Delivery and service", 20, "Lead time, warranty, support near the place of use."),
      criterion("Price", 50, "By the published formula.", "price"),
    ],
    requirements: [
      asked("document", "Technical proposal"),
      asked("number", "Days from order to delivery"),
      references,
      noConflict,
      excluded,
    ],
  },
  {
    key: "rfp-engineering",
    kind: "rfp",
    name: "Architects and engineers",
    about:
      "Qualifications alone are ranked; the price is negotiated with the first. 2 CFR 200.320(b)(2)(iv)",
    envelopes: 1,
    awardBy: "whole",
    priceFormula: "qualifications",
    minimumBids: 2,
    construction: false,
    insuranceRequired: false,
    criteria: [
      criterion("Firm's experience", 35, "Similar works of the last ten years."),
      criterion("Project team", 35, "Licensed people who will do the work."),
      criterion("Approach", 20, "Understanding of site and constraints."),
      criterion("Interview", 10, "With the shortlisted firms.", "interview"),
    ],
    requirements: [
      asked("document", "Statement of qualifications"),
      asked("document", "Licences of the responsible engineers"),
      references,
      noConflict,
      excluded,
    ],
  },
  {
    key: "rfi",
    kind: "rfi",
    name: "Sounding the market",
    about:
      "Questions to the market. Nothing is awarded from it; its answers can become a request for proposals.",
    envelopes: 1,
    awardBy: "whole",
    priceFormula: "lowest",
    minimumBids: 1,
    construction: false,
    insuranceRequired: false,
    criteria: [],
    requirements: [
      asked("text", "What would you propose, and why?"),
      asked("text", "What drives the cost?"),
      asked("text", "How long would it take from order to use?", "", false),
      asked("document", "Brochure or data sheet", "", false),
    ],
  },
];
