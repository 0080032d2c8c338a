import type { Guide } from "./guide.ts";

/** Guides of whoever keeps assets working and people safe. */
export const assetGuides: readonly Guide[] = [
  {
    slug: "shipments",
    for: "Buying",
    title: "Shipments",
    description:
      "What arrives by day, events of carriers by hand, file or program, and who bears witness that a delivery came.",
  },
  {
    slug: "routes",
    for: "Buying",
    title: "Routes",
    description:
      "Plan own trucks by day around closed roads, see how far from the shortest way they are, give drivers their lists, and compare.",
  },
  {
    slug: "devices",
    for: "Assets",
    title: "Devices",
    description:
      "Sensors with keys of their own: readings over HTTP and MQTT, silence by the clock, alarms and what they cause.",
  },
  {
    slug: "assets",
    for: "Assets",
    title: "Assets and their work",
    description: "What the agency owns, what it is worth, and the work on it.",
  },
  {
    slug: "supervising-work",
    for: "Assets",
    title: "For supervisors of crews",
    description: "The week by crew, reports that become work, and repairs that did not hold.",
  },
  {
    slug: "field-work",
    for: "Assets",
    title: "For technicians",
    description: "Jobs on a phone: labels, hours, parts, photos, and what residents add.",
  },
  {
    slug: "asset-accounting",
    for: "Assets",
    title: "For accountants of assets",
    description: "What repairs cost, their invoices, hours for claims, and the book of the year.",
  },
  {
    slug: "inspections",
    for: "Assets",
    title: "Inspections and checklists",
    description: "Checklists, inspections on a phone, and what follows when an item fails.",
  },
  {
    slug: "inventory",
    for: "Assets",
    title: "Inventory",
    description: "What the stores keep and where it lies: items, locations, lots, quarantine.",
  },
  {
    slug: "projects",
    for: "Assets",
    title: "Projects",
    description:
      "A project's budget, orders, bills and days of our own records, to its certificate.",
  },
  {
    slug: "takeoff",
    for: "Assets",
    title: "Measuring what is bought",
    description:
      "Assemblies say by formulas what a measured length or area takes, with waste, whole packs and last prices.",
  },
  {
    slug: "schedules",
    for: "Assets",
    title: "Schedules",
    description:
      "Tasks with what each waits for, baseline, progress, and every slip with its cause.",
  },
  {
    slug: "measuring-plans",
    for: "Assets",
    title: "Measuring plans",
    description:
      "Plan sets split into sheets, scales, lengths, areas and volumes, and the requisition that comes of them.",
  },
  {
    slug: "crews-captures",
    for: "Assets",
    title: "What crews captured",
    description:
      "Captures in review, corrections, missing numbers, photos with time and place, phones that are silent, lost or to be erased.",
  },
  {
    slug: "phones",
    for: "Assets",
    title: "Phones without a signal",
    description:
      "Enroll a phone, record the day's work without a line, what is saved where, the outbox, photos, and what phones allow.",
  },
  {
    slug: "carbon",
    for: "Assets",
    title: "Carbon",
    description:
      "What the agency emits, line by line, with every factor's version; years restated; credits beside them.",
  },
  {
    slug: "tax-forms",
    for: "Paying",
    title: "Form 1099",
    description:
      "Years of form 1099 counted from payments: accounts, limits, W-9s, review, files for the IRS, copy B, corrections.",
  },
  {
    slug: "agencies-served",
    for: "Paying",
    title: "Agencies served",
    description:
      "Townships and districts that the agency works for: agreements, requests, bills of costs and hours, what they owe.",
  },
  {
    slug: "billing",
    for: "Administrators and auditors",
    title: "Billing",
    description:
      "What your agency owes for Levee by when, plans and changes with their cents, disputes; agreements and bills of operators.",
  },
  {
    slug: "audits",
    for: "Paying",
    title: "Audits and standards",
    description:
      "Plan audits, freeze and sample real records, answer findings, check what put them right, and see what proves each clause.",
  },
  {
    slug: "labels",
    for: "Assets",
    title: "Labels, counts and parts",
    description: "Codes to scan, physical counts, and what a job needs.",
  },
  {
    slug: "service-requests",
    for: "Assets",
    title: "Service requests",
    description: "What people report, who hears of it, and how they add to it or open it again.",
  },
  {
    slug: "safety",
    for: "Assets",
    title: "Safety",
    description: "Injuries and near misses, how they are classified, and OSHA's forms.",
  },
];
