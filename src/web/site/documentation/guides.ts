import { administrationGuides } from "./administration-guides.ts";
import { assetGuides } from "./asset-guides.ts";
import type { Guide } from "./guide.ts";
import { payingGuides } from "./paying-guides.ts";
import { planningGuides } from "./planning-guides.ts";

/** Every file of docs/guide, in reading order; a test holds the two together. */
export const guides: readonly Guide[] = [
  {
    slug: "signing-in",
    for: "Everyone",
    title: "Signing in",
    description:
      "Your account, confirming your address, two-step sign-in, sessions and devices, and what to do when it does not work.",
  },
  {
    slug: "finding-your-way",
    for: "Everyone",
    title: "Finding your way",
    description:
      "The header, the sidebar, keys, tasks, screens that are still to come, and what works without a connection.",
  },
  {
    slug: "files",
    for: "Everyone",
    title: "Files",
    description:
      "Attach files and pictures of phones, what the virus scanner holds, time and place of a picture, searching in PDFs.",
  },
  {
    slug: "letters",
    for: "Everyone",
    title: "Letters",
    description:
      "Which letters go out to whom, papers and links that expire, invitations for your calendar, and what became of a letter.",
  },
  {
    slug: "help",
    for: "Everyone",
    title: "Help: assistant, tutorials, feedback",
    description:
      "Ask the assistant and check its sources, follow a tutorial for your role, tell us what could be better, connect a language model.",
  },
  {
    slug: "agents",
    for: "Everyone",
    title: "Agents",
    description:
      "Let an agent read with your rights, accept, correct or dismiss what it found, what no agent can do, and how one is set up.",
  },
  {
    slug: "deadlines",
    for: "Everyone",
    title: "Deadlines",
    description:
      "Days that follow from records: who looks after them, notices ahead, what lapsed, and your own calendar address.",
  },
  {
    slug: "requisitions",
    for: "Asking and approving",
    title: "Requisitions",
    description:
      "Ask for something, split it between accounts, read the suggested method with its rule, submit it, and follow where it is.",
  },
  {
    slug: "approvals",
    for: "Asking and approving",
    title: "Approvals",
    description:
      "The inbox of what waits for your decision: approve, return, reject, delegate, and what each shows before you sign.",
  },
  {
    slug: "purchase-orders",
    for: "Buying",
    title: "Purchase orders",
    description:
      "From an approved requisition to an issued order: versions, acknowledgement, partial receipts, rejection and short-close.",
  },
  {
    slug: "solicitations",
    for: "Buying",
    title: "Solicitations",
    description:
      "Build a request for quotes, bids or proposals: lots, items, requirements, addenda, questions and answers, deadlines.",
  },
  {
    slug: "vendors",
    for: "Buying",
    title: "Vendors",
    description:
      "Enter and activate vendors, screen them against the exclusion list, keep bank changes safe, and avoid doubles.",
  },
  {
    slug: "vendor-registration",
    for: "Buying",
    title: "Vendor registrations",
    description:
      "Decide on companies that register: compare old with new, screen, accept or return, verify bank details, debar with dates.",
  },
  {
    slug: "vendor-performance",
    for: "Buying",
    title: "Vendor performance",
    description:
      "Scorecards counted from receipts, invoices and evaluations, with the formula, the vendor's reply and corrective plans.",
  },
  {
    slug: "market-intelligence",
    for: "Buying",
    title: "Market intelligence",
    description:
      "Prices with trend and outliers, supplier concentration, and other agencies' awards imported as OCDS packages.",
  },
  {
    slug: "vendor-portal",
    for: "Vendors",
    title: "Register and use the portal",
    description:
      "For companies: register once for several agencies, acknowledge orders, announce shipments, send invoices, see payments.",
  },
  {
    slug: "imports",
    for: "Buying",
    title: "Imports",
    description:
      "Bring vendors, budget lines and invoices in from CSV or Excel: match columns, check every row, and read the report.",
  },
  {
    slug: "opening-bids",
    for: "Buying",
    title: "Opening bids",
    description:
      "Make your key, rehearse the opening, hand over, and open sealed bids with a second officer; minutes, tabulation, transcript.",
  },
  {
    slug: "bid-evaluation",
    for: "Buying",
    title: "Evaluating bids",
    description:
      "Declare your interests, score alone, agree with reasons, rank on a frozen sheet; responsiveness, responsibility, price formulae.",
  },
  {
    slug: "awards",
    for: "Buying",
    title: "Awards and protests",
    description:
      "Compare ways to award with a proven optimum, post the intent, wait for the window, issue all orders or none; protests and appeals.",
  },
  {
    slug: "signatures",
    for: "Buying",
    title: "Signatures",
    description:
      "Who may sign for the agency, asking both sides, signing in the app, the portal or by a link, and the certificate that verifies offline.",
  },
  {
    slug: "contracts",
    for: "Buying",
    title: "Contracts",
    description:
      "Begin a contract, let counsel and approvers decide, record signatures, order within the ceiling, amend, close.",
  },
  {
    slug: "contract-clauses",
    for: "Buying",
    title: "Contract clauses and negotiation",
    description:
      "The clause library, which clauses the law asks for, rounds with the vendor, every changed word, who may agree to what.",
  },
  {
    slug: "contract-management",
    for: "Buying",
    title: "Contract management",
    description:
      "Obligations of both sides, insurance and bonds against what is demanded, options and ends, and the closeout that a contract is closed by.",
  },
  {
    slug: "change-orders",
    for: "Buying",
    title: "Change orders and claims",
    description:
      "Propose and price changes, caps that decreases do not loosen, claims with their clocks, settlement, counsel's notes, what everybody reads.",
  },
  {
    slug: "grant-applications",
    for: "Grants",
    title: "Find a grant and apply for it",
    description:
      "Opportunities from their sources, a decision by two people, budget, federal forms, signature and package.",
  },
  {
    slug: "emergency",
    for: "Buying",
    title: "Emergency procurement",
    description:
      "Declare a local emergency, order at once on a verbal approval, ratify it, and complete the file afterwards.",
  },
  {
    slug: "bidding",
    for: "Vendors",
    title: "Bidding",
    description:
      "Prepare a bid, seal it in your browser, keep the receipt, revise or withdraw before the deadline, and check it yourself.",
  },
  {
    slug: "invoices",
    for: "Paying",
    title: "Invoices",
    description:
      "Type an invoice in or take its UBL file, read the two- or three-way match, settle exceptions, and find duplicates.",
  },
  ...payingGuides,
  {
    slug: "compliance",
    for: "Paying",
    title: "Compliance",
    description:
      "See which rules your purchases meet or break, record the quotes that were asked for, answer for a failure, and change a control.",
  },
  {
    slug: "general-ledger",
    for: "Paying",
    title: "General ledger",
    description:
      "Begin the books, read what every bill and payment became, enter opening balances and accruals, and close a month by two people.",
  },
  {
    slug: "finance-system",
    for: "Paying",
    title: "Finance system",
    description:
      "Send the general ledger to the finance system in its own layout and codes, correct what it rejects, and compare both.",
  },
  {
    slug: "grants",
    for: "Budget",
    title: "Grants",
    description:
      "Keep awards and their terms, see why a purchase was stopped, revise a budget, plan milestones, and close an award out.",
  },
  {
    slug: "grant-money",
    for: "Budget",
    title: "Money of grants",
    description:
      "Draw paid costs once, certify, record the deposit, report on SF-425, move costs by journal, and refund what lost its payment.",
  },
  {
    slug: "passing-on",
    for: "Budget",
    title: "Passing grant money on",
    description:
      "Publish a program, select from sealed scores, execute subawards, decide payment requests, and review a sample of costs.",
  },
  {
    slug: "grant-reviewers",
    for: "Budget",
    title: "Reviewing for a grant program",
    description:
      "Declare your interests, score applications under seal, hand in, and agree where reviewers are far apart.",
  },
  {
    slug: "subrecipients",
    for: "Budget",
    title: "Grants for subrecipients",
    description:
      "Apply to a program, read what your subaward states, ask for your costs, and keep their papers for the review.",
  },
  {
    slug: "reports",
    for: "Everyone",
    title: "Reports",
    description:
      "Ready reports, questions of your own over all records, the rows behind each figure, sharing, and runs that are kept with their hash.",
  },
  {
    slug: "budget",
    for: "Budget",
    title: "Budget",
    description:
      "Account strings, budget lines and their balance, amendments and transfers, hard and soft stops, and the ledger behind it.",
  },
  ...planningGuides,
  {
    slug: "security",
    for: "Administrators and auditors",
    title: "Security",
    description:
      "See who may do what and prove it, find who did both ends of what is kept apart, read security events, and answer for alerts.",
  },
  {
    slug: "agency",
    for: "Administrators and auditors",
    title: "Your agency",
    description:
      "What needs an administrator, the agency's own record, rules of sign-in, colours and mark, and keys.",
  },
  {
    slug: "incidents",
    for: "Emergencies",
    title: "Warnings and incidents",
    description:
      "From a weather warning to who lies inside, an activated incident, its plans, log, situation reports, cost and review.",
  },
  {
    slug: "resource-requests",
    for: "Emergencies",
    title: "Resource requests and supply",
    description:
      "Asking for people and goods in an incident, buying them, and knowing which deliveries are in danger.",
  },
  {
    slug: "recovery",
    for: "Emergencies",
    title: "Money of federal disasters",
    description:
      "Declarations of FEMA, damage with photographs, projects, hours judged by rule, requests that prove every line, appeals.",
  },
  {
    slug: "emergency-information",
    for: "Emergencies",
    title: "Telling the public in an emergency",
    description: "Releases, shelters and closures, and the register of risks with its public text.",
  },
  ...assetGuides,
  {
    slug: "keeping-lists",
    for: "Administrators and auditors",
    title: "Keeping lists",
    description:
      "Places, units and commodities that everybody chooses from, what members propose, and two vendor records that become one.",
  },
  {
    slug: "directories",
    for: "Administrators and auditors",
    title: "Directories",
    description:
      "Let Microsoft Entra ID, Okta or another directory tell who comes and goes, and say what its groups give.",
  },
  {
    slug: "team-and-roles",
    for: "Administrators and auditors",
    title: "Team and roles",
    description:
      "Invite people, give roles and duties with an end, and what each may see and do in the agency.",
  },
  {
    slug: "people-and-rights",
    for: "Administrators and auditors",
    title: "People and their rights",
    description:
      "Everyone who may come in, sessions, unused accounts, who gave which right, asking for a duty, and somebody who leaves.",
  },
  {
    slug: "reviewing-rights",
    for: "Administrators and auditors",
    title: "Reviewing rights",
    description:
      "Start a review of who holds what, keep, shorten or end each right, and the result as a record.",
  },
  {
    slug: "approval-policies",
    for: "Administrators and auditors",
    title: "Approval policies",
    description:
      "Say who approves what: amounts, funds, departments, steps one after another or side by side, with versions.",
  },
  {
    slug: "calendar",
    for: "Administrators and auditors",
    title: "Agency calendar",
    description:
      "Working days, hours, holidays and closures, calendar files in and out, and what counts its days by them.",
  },
  {
    slug: "forms",
    for: "Everyone",
    title: "Forms",
    description:
      "Design a form with rules, fill one in as staff, vendor or citizen, correct what came back, decide what was sent.",
  },
  {
    slug: "communications",
    for: "Everyone",
    title: "Communications",
    description:
      "Templates of letters filled from records, notices to vendors, staff and the public, and who acknowledged them.",
  },
  {
    slug: "fill-pdf",
    for: "Everyone",
    title: "Filling in your own PDFs",
    description:
      "Upload an official PDF, say what stands where, try it, and fill it in from submissions or from up to 500 records of a list.",
  },
  ...administrationGuides,
];
