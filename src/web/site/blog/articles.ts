/** An article of the blog; its text is `articles/<slug>.mdx`. Days are YYYY-MM-DD. */
export type Article = {
  slug: string;
  title: string;
  description: string;
  topic: "Procurement" | "Payables" | "Budget" | "Grants" | "Disaster recovery";
  published: string;
  updated?: string;
};

/** The order is that of the blog's page. */
export const articles: readonly Article[] = [
  {
    slug: "micro-purchase-thresholds",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Micro-purchase thresholds: which figure, since when",
    description:
      "The federal figures of October 2025, your own threshold, and the three things that a purchase without quotes still has to leave on file.",
  },
  {
    slug: "cost-or-price-analysis",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Cost or price analysis: six lines that hold up",
    description:
      "What 2 CFR 200.324 asks above the simplified acquisition threshold, why the independent estimate needs a date, and a note to the file that works.",
  },
  {
    slug: "split-purchases",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Split purchases: see the pattern before the order",
    description:
      "How to define what counts together, what is not a split, and why the useful moment to look back is the request and not the year's end.",
  },
  {
    slug: "sealed-bids",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Sealed bids: the craft is in the evidence",
    description:
      "When sealed bidding fits, its five conditions in practice, bonds for construction, what sealed means in software, and what to do with one bid.",
  },
  {
    slug: "emergency-procurement",
    topic: "Disaster recovery",
    published: "2026-11-20",
    title: "Emergency procurement: exigency has an end",
    description:
      "What 2 CFR 200.320(c) allows in the first night, what still applies, and the justification that is persuasive because it was written on the day.",
  },
  {
    slug: "exclusion-screening",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Exclusion screening: the evidence is what is missing",
    description:
      "Which transactions, three ways to verify, what to keep, why a possible match is a result of its own, and when to check again.",
  },
  {
    slug: "three-way-match",
    topic: "Payables",
    published: "2026-11-20",
    title: "Three-way match: five ways to fool it",
    description:
      "Netting, slicing, wide tolerances, second copies and early bills, and how an exception becomes a question with exactly one owner.",
  },
  {
    slug: "prompt-payment",
    topic: "Payables",
    published: "2026-11-20",
    title: "Prompt payment: where the days go",
    description:
      "What starts the clock, how a dispute pauses it, and a weekly list that moves more invoices than any policy does.",
  },
  {
    slug: "encumbrance-accounting",
    topic: "Budget",
    published: "2026-11-20",
    title: "Encumbrance accounting: what is really left",
    description:
      "Pre-encumbrance, encumbrance, expenditure: three stages, why a ledger lasts and a counter does not, and the race that two approvers must not win.",
  },
  {
    slug: "grant-closeout",
    topic: "Grants",
    published: "2026-11-20",
    title: "Grant closeout: 120 days, counted backwards",
    description:
      "The times of 2 CFR 200.344, a calendar that begins twelve months before the end, and the three things that hold every closeout up.",
  },
  {
    slug: "domestic-preferences",
    topic: "Grants",
    published: "2026-11-20",
    title: "Domestic preference and Buy America are two rules",
    description:
      "2 CFR 200.322 asks for a clause in every order; Build America, Buy America is a condition of infrastructure money. How not to mix them up.",
  },
  {
    slug: "force-account-labor",
    topic: "Disaster recovery",
    published: "2026-11-20",
    title: "Force account labor: which hours count",
    description:
      "Budgeted or not, regular or overtime, emergency or permanent: the matrix of eligible hours, and the timesheet row that an auditor wants.",
  },
  {
    slug: "damage-inventory-evidence",
    topic: "Disaster recovery",
    published: "2026-11-20",
    title: "Damage inventory: evidence that survives three years",
    description:
      "Six questions and four photos for each damaged place, what was there before, and the dates in Public Assistance that do not wait.",
  },
  {
    slug: "change-orders",
    topic: "Procurement",
    published: "2026-11-20",
    title: "Change orders: count increases and decreases apart",
    description:
      "Scope, price, money, authority: four questions in that order, local caps that differ, and why the net figure hides how much work has changed.",
  },
  {
    slug: "retainage",
    topic: "Payables",
    published: "2026-11-20",
    title: "Retainage: a liability with a name",
    description:
      "How to book what is held back, a retainage ledger for each contract, what a release has to show, and whether it still earns its keep.",
  },
];
