import type { FindingWords } from "../finding/finding.model.ts";

/** What of each standard is tied to what stands in the county: by clause, kind, and how its name begins. */
export const toldTies = {
  "green-book": [
    ["1.01", "policy", "POL-"],
    ["1.01", "course", "ETH-1"],
    ["1.04", "course", "BUY-101"],
    ["2.08", "control", "Just below another approval"],
    ["2.08", "control", "Soon after a bank change"],
    ["3.10", "control", "One person on two ends of a purchase"],
    ["3.10", "control", "Override by whoever asked"],
    ["3.12", "policy", "POL-"],
    ["4.13", "checklist", "Lift station round"],
    ["5.16", "audit", "AUD-"],
  ],
  "uniform-guidance-d": [
    ["200.303", "audit", "AUD-"],
    ["200.305", "control", "Paid in time"],
    ["200.318", "policy", "POL-"],
    ["200.318", "control", "Interests of those who evaluate"],
    ["200.319", "control", "Competition for an award"],
    ["200.320", "control", "Quotes of a small purchase"],
    ["200.321", "control", "Steps toward small and minority firms"],
    ["200.324", "control", "Cost or price analysis"],
    ["200.327", "control", "Provisions of federal awards"],
  ],
} as const;

type Told = FindingWords & { title: string; severity: "deficiency" | "significant" | "material" };

/** What the closed audit of the register found. */
export const registerFinding: Told = {
  title: "Assets at another cost than their invoice",
  severity: "deficiency",
  criteria: "The accounting manual takes an asset in at what it cost, with its delivery.",
  condition: "One sampled asset stands in the register above what its invoice says.",
  cause: "Costs were typed from the order before the invoice came.",
  effect: "The register and the depreciation of the year are too high.",
  recommendation: "Take the cost from the invoice, and compare both at the end of each quarter.",
};

/** Findings of the report of the county's outside auditor, by where each stands. */
export const outsideFindings: Readonly<Record<"open" | "accepted" | "disputed" | "failed", Told>> =
  {
    open: {
      title: "Desk reviews without a note of what was looked at",
      severity: "deficiency",
      criteria: "2 CFR 200.332 asks the pass-through entity to monitor and to document it.",
      condition: "Of four desk reviews two say that they were done, and nothing else.",
      cause: "The form has no field for it.",
      effect: "Nobody can say what was tested before a subrecipient was paid.",
      recommendation: "Write down the records that were sampled, and what they showed.",
    },
    accepted: {
      title: "Payroll charged by estimate",
      severity: "significant",
      criteria: "2 CFR 200.430(g): charges follow records of the work that was done.",
      condition: "For one quarter two positions were charged by the budget's percentages.",
      cause: "Timesheets came after the drawdown.",
      effect: "Costs of the award are questioned.",
      recommendation: "Compare estimates with hours each quarter, and return the difference.",
    },
    disputed: {
      title: "Quotes kept outside of the purchase's file",
      severity: "deficiency",
      criteria: "2 CFR 200.318(i): records are sufficient to detail the history of procurement.",
      condition: "Three small purchases show one quote in their file.",
      cause: "Quotes were asked for by telephone.",
      effect: "Competition cannot be shown.",
      recommendation: "Keep a note of each quote beside the order.",
    },
    failed: {
      title: "Invoices that wait in exceptions",
      severity: "significant",
      criteria:
        "The prompt payment law and the county's policy: differences are settled in 30 days.",
      condition: "Invoices lie in exceptions for weeks since no receipt stands against them.",
      cause: "Deliveries at the yard are entered long after they came.",
      effect: "Interest for late payment.",
      recommendation: "Enter receipts on the day, and count what waits each week.",
    },
  };
