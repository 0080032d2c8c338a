// Tutorials of the areas where buying, contracts and grants are worked on; those of the field and of what
// keeps the house stand in duty-tutorials.data.ts.
import { step, tutorial } from "./tutorial.words.ts";
import type { Tutorial } from "./tutorial.model.ts";

/** From what is asked of the market to the money of grants. */
export const areaTutorials: readonly Tutorial[] = [
  tutorial(12, "sourcing", "intermediate", "From a need to opened bids", [
    step(
      "Begin a solicitation",
      "A request for quotations, an invitation to bid or a request for proposals: the page says which money asks for which, and what stays sealed.",
      "/rfq-builder/new",
    ),
    step(
      "Items and days",
      "Type items, paste them from a spreadsheet, or bring in an approved requisition. At least as many days as the agency's rule asks lie between publication and deadline.",
    ),
    step(
      "What is still lacking",
      "The draft lists under Before it is published everything that it lacks, each with the rule that asks for it.",
      "/rfq-builder",
    ),
    step(
      "Keys that open bids",
      "Whoever opens sealed bids makes a key first, with a passphrase that nobody can recover. Two officers open together.",
      "/opening-keys",
    ),
    step(
      "Questions and the opening",
      "Answers go to every vendor. Until the deadline nobody reads a sealed bid, the operator of the server included.",
    ),
  ]),
  tutorial(13, "evaluation", "intermediate", "Scoring and awarding", [
    step(
      "What waits for you",
      "The list of evaluations has the view Waits for me.",
      "/bid-evaluation",
    ),
    step(
      "Declare your interests",
      "Until you have declared, nothing is shown. A conflict with one bidder takes you out of the whole evaluation.",
    ),
    step(
      "Score and hand in",
      "A field and a reason for each criterion of each bid. Handing in is final; nobody sees another's scores or a price before all scores are locked.",
    ),
    step(
      "Agree and rank",
      "The consensus shows who is far from the others. Ranking freezes the score sheet with its hash; the figures are computed from it.",
    ),
    step(
      "Award",
      "The award names everything that would stop it before it is made: protests, screening, insurance, money.",
    ),
  ]),
  tutorial(14, "contract", "intermediate", "A contract from draft to closeout", [
    step(
      "Begin",
      "From an award, an approved requisition, your register or nothing. Everybody may ask for one.",
      "/contracts",
    ),
    step(
      "Clauses and counsel",
      "Clauses come by dated rules, and each says why it is there. Counsel reads the contract before its approvers are asked.",
      "/contracts/clauses",
    ),
    step(
      "Ceiling and orders",
      "Orders name the contract and draw on its ceiling. None goes beyond it, whoever orders at the same moment.",
    ),
    step(
      "What each side owes",
      "Obligations, certificates and bonds have their days and notices; whoever delivered never accepts.",
      "/contract-management",
    ),
    step(
      "Changes and claims",
      "A change order is priced, checked against its caps and approved before it changes anything.",
      "/claims-change-orders",
    ),
  ]),
  tutorial(15, "preaward", "beginner", "Finding and asking for a grant", [
    step(
      "Opportunities",
      "They come in from a file or by a connector. Say of each whether you pursue it, and why.",
      "/grant-opportunities",
    ),
    step(
      "The application",
      "It names what is asked for: forms, narratives, budget, who signs.",
      "/grant-applications",
    ),
    step(
      "The budget",
      "Lines by class and year; indirect cost follows the rate of the day.",
      "/grant-budget-builder",
    ),
    step(
      "Forms",
      "The official forms are filled from what stands in the application; what is missing is named at its field.",
    ),
    step(
      "Sign",
      "Another person than who wrote it reviews and signs. What was sent is kept as it went.",
    ),
  ]),
  tutorial(16, "grant", "intermediate", "The money of an award", [
    step(
      "Awards",
      "Each award keeps its terms. A cost that a term forbids is stopped before it is bought.",
      "/grant-management",
    ),
    step(
      "Drawdowns",
      "A drawdown chooses paid lines that are allowed; another person certifies it.",
      "/grant-management",
    ),
    step(
      "Reports",
      "SF-425 and the other reports take their figures from the ledger. Their days remind who keeps the award.",
      "/grant-management/reports",
    ),
    step("Revisions", "A budget revision shows before what the grantor has to approve."),
    step(
      "Closeout",
      "The award names what is open before it can be closed: reports, money, property, subawards.",
    ),
  ]),
  tutorial(17, "passthrough", "intermediate", "Passing grant money on", [
    step(
      "A program of your own",
      "Say who may apply, until when, and by which criteria.",
      "/grant-management/programs/new",
    ),
    step(
      "Review",
      "Reviewers declare their interests, score and hand in; scores stay sealed until all have.",
    ),
    step("Notices", "All applicants learn at once what was selected, and why."),
    step(
      "The subaward",
      "What 2 CFR 200.332 asks it to state is filled or marked as not known yet. Its risk says how often costs are reviewed.",
    ),
    step(
      "Reports to SAM.gov",
      "What has to be reported, what is late and what was reported stand in one list.",
      "/grant-management/subaward-reports",
    ),
  ]),
  tutorial(18, "capital", "intermediate", "Projects under a ceiling", [
    step(
      "Ask for a project",
      "Phases, cost by year, sources, the earliest and latest start.",
      "/capital-planning-management/requests/new",
    ),
    step(
      "Score",
      "Several people score without sight of each other; whoever asked does not score their own.",
      "/capital-planning-management",
    ),
    step(
      "Work out a plan",
      "A scenario has ceilings by source and year. The plan comes with a proof that no other is worth more, or how large the gap can be.",
      "/capital-planning-management/scenarios",
    ),
    step(
      "The decision",
      "Another person enters what the governing body decided. Projects and budget lines come of it.",
    ),
    step(
      "What it became",
      "The page of the plan for everybody shows projects, years and sources.",
      "/capital-planning",
    ),
  ]),
];
