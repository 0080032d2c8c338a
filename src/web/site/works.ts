/**
 * What the product does, in the order in which an agency meets it: the README, the site and its
 * structured data say the same.
 */
export const works: readonly { area: string; text: string }[] = [
  {
    area: "Budget",
    text: "funds, departments, accounts, projects, awards; lines per year; amendments, transfers; append-only commitment ledger that concurrent approvals cannot overspend",
  },
  {
    area: "Requisitions",
    text: "lines split by percent or amount, method suggested from dated rules with citation, split-purchase look-back, reservation on submit",
  },
  {
    area: "Approvals",
    text: "policies as data with versions, serial and parallel steps, all/any/quorum, delegation, escalation, nobody decides what they asked for",
  },
  {
    area: "Purchase orders",
    text: "from one requisition, several or none; versions with approval of the difference; mail with acknowledgement by link; tagged PDF; partial receipts, rejection, short-close",
  },
  {
    area: "Contracts",
    text: "from award, requisition, another agency's contract or blank; clauses that the law asks for, rounds with the vendor compared word by word, electronic signatures; ceilings that concurrent orders cannot pass, rate sheets, blanket orders and releases; change orders with caps, claims, obligations, bonds, closeout",
  },
  {
    area: "Emergency orders",
    text: "local declarations that expire, kits on contracts in force, an order within a minute on a verbal approval, ratification, the file as an evidence package",
  },
  {
    area: "Forms",
    text: "designed as versions, filled in by staff, vendors and everybody, decided by another person",
  },
  {
    area: "Workflows",
    text: "drawn as steps, by keyboard or as a graph; tried on the past before they are published; runs that say where they stand and why, each step once however the server ends; auto rules",
  },
  {
    area: "Invoices",
    text: "typed, CSV, UBL 2.1; totals recomputed and differences explained; two- and three-way match, cumulative, without netting; exceptions with owners; duplicates",
  },
  {
    area: "Sourcing",
    text: "requests for information, quotations, bids and proposals from templates with clauses by dated rules; questions, addenda; bids sealed so that not even the operator reads them early; evaluation, optimal awards with proof, protests; OCDS",
  },
  {
    area: "Vendors' side",
    text: "registration, documents, bank changes, invitations, sealed bids with receipts, orders, ship notices, invoices, scorecards with reply",
  },
  {
    area: "Payments",
    text: "runs proposed, approved and released by three people; holds; NACHA CCD file; check register; remittance; void and reissue",
  },
  {
    area: "Vendors",
    text: "directory, bank changes by two people with a hold, exclusion screening with evidence, imports with duplicate detection",
  },
  {
    area: "Next year's budget",
    text: "cycle with dated steps, base from live commitments, proposals, positions, fund balances, adoption in one step, amendments as documents, a book with its hash; forecasts that show their own error; a capital plan proven best under its ceilings; cost centers and allocation",
  },
  {
    area: "Reports",
    text: "any figure of the lists that one may read, by what they share, each cell with its rows; ready reports by duty, runs kept with their hash; forecasts that claim no more than their past proves",
  },
  {
    area: "Grants",
    text: "opportunities, applications with the official forms, awards whose terms stop a wrong cost before it is bought, drawdowns that choose paid lines, SF-425 from the ledger, closeout; own programs with sealed review, subawards, desk reviews",
  },
  {
    area: "Disasters",
    text: "warnings and who lies inside, incidents with positions, plans, log, situation reports, resource requests tied to their orders, supply chain, risk register, releases and shelters for the public",
  },
  {
    area: "Federal recovery",
    text: "declarations, damage with photos, projects, labor judged by the hour with its rule, requests whose every cent names its proof, one ZIP that a stranger verifies, questions, appeals, mitigation with its benefit-cost ratio",
  },
  {
    area: "Assets",
    text: "register, condition, book value, work orders, hours, plans, inspections, corrective actions, the safety record with its forms",
  },
  {
    area: "Routes",
    text: "own trucks by day around closed roads, each plan with its distance from a bound that none can be below",
  },
  {
    area: "Devices",
    text: "readings over HTTP and MQTT that are stored before they are answered, silence heard by the clock, alarms that stop lots and ask for work",
  },
  {
    area: "Carbon",
    text: "years counted line by line from bills, issues and routes, factors in versions with their source, restatements by cause, credits by serial number",
  },
  {
    area: "Field",
    text: "phones that record inspections, deliveries, requests and hours without a line: numbered, chained and signed captures under one key, taken in first and judged second, each gap named",
  },
  {
    area: "Agencies",
    text: "many on one installation: founded from templates, billed and paid as by any vendor, read-only and suspended with a reason, counters alone for the operator, support let in by name with every read in the agency's ledger, taken along as one ZIP, ended with a signed report",
  },
  {
    area: "Audit ledger",
    text: "Merkle tree per agency, signed checkpoints, offline verification with `bin/audit-verify.mjs`",
  },
  {
    area: "Identity",
    text: "mail verification, Google, passkeys, rotating sessions with reuse detection, end after inactivity, second factor, roles with expiry, duties",
  },
  {
    area: "Public site",
    text: "static pages that read without script, blog, documentation with search, forms with bookable demonstrations, published vendors, orders and budgets",
  },
  {
    area: "Citizen portal",
    text: "service requests with place and photo, tracked by number, Open311 GeoReport v2",
  },
  {
    area: "Help",
    text: "assistant that cites the guide and one's own records, tutorials for every role, feedback",
  },
];

/** What is still to come: nowhere is it said to work, to be planned or to be nearly there. */
export const coming: readonly string[] = ["billing", "administration of the platform"];

/** The areas that work, as one sentence. */
export const worksInWords = `${works.map(({ area }, at) => (at === 0 ? area : area[0]!.toLowerCase() + area.slice(1))).join(", ")}.`;

/** What is to come, as one sentence. */
export const comingInWords = `Not built yet: ${coming.join(", ")}; their pages say so.`;
