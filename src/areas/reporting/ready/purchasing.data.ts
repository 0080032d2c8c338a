import type { ReadyReport } from "#server/facts/ready.ts";
import { year, yearToDate } from "./period.data.ts";

/** Reports for buyers: from whom, how and how fast the agency buys. */
export const purchasingReports: readonly ReadyReport[] = [
  {
    id: "spend-by-vendor",
    name: "Payments by vendor",
    says: "Who was paid how much this fiscal year.",
    formula: "Payments that are released or cleared, by their day of payment.",
    readers: ["buyer", "auditor", "treasurer"],
    question: {
      measures: ["payments.paid", "payments.payments"],
      by: ["vendor"],
      where: {},
      period: year,
    },
    chart: "bar",
  },
  {
    id: "time-per-step",
    name: "Time per step of buying",
    says: "How many days it takes this fiscal year from a request to its order, from an order to all of its goods, and from a bill to its payment.",
    formula:
      "Median, and the days within which 9 of 10 are done, of what began in each month, by the product-limit estimate (Kaplan and Meier, 1958): what is still open counts as unfinished, neither left out nor as done.",
    readers: ["buyer", "controller"],
    question: {
      measures: [
        "requisitions.daysToOrder",
        "requisitions.daysToOrderMost",
        "orders.daysToReceive",
        "orders.daysToReceiveMost",
        "invoices.daysToPay",
        "invoices.daysToPayMost",
      ],
      by: ["month"],
      where: {},
      period: year,
    },
    chart: "table",
  },
  {
    id: "orders-by-department",
    name: "Orders by department",
    says: "What each department ordered this fiscal year, and how much of it is invoiced.",
    formula:
      "Purchase orders that were issued and not cancelled; of blanket orders what their releases do not hold.",
    readers: ["buyer", "department_head", "budget_officer"],
    question: {
      measures: ["orders.ordered", "orders.invoiced", "orders.billed"],
      by: ["department"],
      where: {},
      period: year,
    },
    chart: "bar",
  },
  {
    id: "spend-by-department",
    name: "Spending by department beside the year before",
    says: "What each department spent this fiscal year until today, beside the same days of the year before.",
    formula:
      "Expended of the ledger's movements that are posted from the first day of the fiscal year until today, beside those of the same days a year earlier in the fiscal year before.",
    readers: ["buyer", "budget_officer", "department_head"],
    question: {
      measures: ["ledger.expended"],
      by: ["department"],
      where: { side: ["spending"] },
      period: yearToDate,
      beside: "previous-year",
      order: "-ledger.expended",
    },
    chart: "bar",
  },
  {
    id: "spend-by-category",
    name: "Spending by category beside the year before",
    says: "For what the agency spent money this fiscal year until today, beside the same days of the year before.",
    formula:
      "Lines of bills that were approved on these days, each with its share of the bill's tax and charges, by the sector of the NAICS code of the order's line (its first two digits), or by the first two characters of other codes; what was billed without an order has none.",
    citation: "North American Industry Classification System, 2022",
    readers: ["buyer", "budget_officer", "auditor"],
    question: {
      measures: ["spending.spent"],
      by: ["commodityCategory"],
      where: {},
      period: yearToDate,
      beside: "previous-year",
      order: "-spending.spent",
    },
    chart: "table",
  },
  {
    id: "method-mix",
    name: "Methods of buying",
    says: "By which method this fiscal year's orders are bought: how many, and how much.",
    formula:
      "Purchase orders that were issued and not cancelled, by the method that they were placed by; of blanket orders what their releases do not hold.",
    citation: "2 CFR 200.320",
    readers: ["buyer", "auditor"],
    question: {
      measures: ["orders.ordered", "orders.placed"],
      by: ["method"],
      where: {},
      period: year,
      order: "-orders.ordered",
    },
    chart: "bar",
  },
  {
    id: "single-bid-share",
    name: "Competitions with one responsive bid",
    says: "How many of the competitions opened this fiscal year brought one responsive bid only, by kind.",
    formula:
      "Requests for quotations, invitations to bid and requests for proposals whose opened bids are all judged: those with one responsive bid of all of them. Bids count nowhere before their opening, and none while they are being judged.",
    citation: "2 CFR 200.319(a), 200.325(b)",
    readers: ["buyer", "auditor"],
    question: {
      measures: [
        "solicitations.singleBidShare",
        "solicitations.singleBid",
        "solicitations.decided",
      ],
      by: ["solicitationKind"],
      where: {},
      period: year,
    },
    chart: "table",
  },
  {
    id: "contracts-drawn",
    name: "Contracts and their ceilings",
    says: "What is drawn of contracts by department.",
    formula: "Ceiling of each contract, and what orders drew of it.",
    readers: ["contract_manager", "buyer"],
    question: {
      measures: ["contracts.drawn", "contracts.left", "contracts.used"],
      by: ["department"],
      where: { contractStatus: ["active", "suspended"] },
      period: "all",
    },
    chart: "stacked",
  },
  {
    id: "certified-share",
    name: "Certified firms' share by month",
    says: "How much of what is ordered and paid this fiscal year goes to firms that were certified on that day.",
    formula:
      "Orders placed and payments made to firms with a certification in force on the day of the order or payment, of all of them; a firm with several counts once. A kind that was only stated counts from the day on which it was stated.",
    citation: "2 CFR 200.321",
    readers: ["buyer", "auditor", "budget_officer"],
    question: {
      measures: [
        "orders.certifiedShare",
        "orders.certified",
        "orders.ordered",
        "payments.certifiedShare",
        "payments.certified",
        "payments.paid",
      ],
      by: ["month"],
      where: {},
      period: year,
    },
    chart: "table",
  },
  {
    id: "certified-by-kind",
    name: "Orders and payments by certification",
    says: "What is ordered of and paid to minority-owned, women-owned, small and other certified firms this fiscal year.",
    formula:
      "Orders placed and payments made, by the certifications that the firm had in force on that day; a firm with two counts in both and once in the whole.",
    citation: "2 CFR 200.321",
    readers: ["buyer", "auditor"],
    question: {
      measures: ["orders.ordered", "orders.placed", "payments.paid"],
      by: ["certification"],
      where: {},
      period: year,
    },
    chart: "table",
  },
];
