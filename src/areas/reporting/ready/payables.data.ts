import type { ReadyReport } from "#server/facts/ready.ts";
import { year } from "./period.data.ts";

/** Reports for those who pay: what is owed, since when, and what paying late costs. */
export const payablesReports: readonly ReadyReport[] = [
  {
    id: "invoices-to-pay",
    name: "Invoices to pay by status",
    says: "What is still to be paid, what of it is overdue, and what is withheld.",
    formula:
      "Total less retainage withheld and less what is paid, of invoices that are not settled.",
    readers: ["ap", "treasurer", "controller"],
    question: {
      measures: ["invoices.open", "invoices.overdue", "invoices.withheld"],
      by: ["invoiceStatus"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "interest-owed",
    name: "Interest owed for paying late",
    says: "What vendors are owed because their bills were or are paid late, by vendor.",
    formula:
      "For each month or part of one behind the due day the rate of the rule of the bill's day on what was unpaid when the month began, or its least amount; days of a dispute come on top of the due day.",
    citation: "the state's prompt payment act, such as Minn. Stat. 471.425",
    readers: ["ap", "treasurer", "controller"],
    question: {
      measures: ["invoices.interest", "invoices.late"],
      by: ["vendor"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "invoice-aging",
    name: "Aging of invoices to pay",
    says: "What is still to be paid, by how many days it has been due.",
    formula:
      "Total less retainage withheld and less what is paid, of invoices that are not settled, by the days from their due day until today.",
    readers: ["ap", "treasurer", "controller"],
    question: {
      measures: ["invoices.open", "invoices.unpaid"],
      by: ["invoiceAge"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "paid-in-time",
    name: "Share of bills paid in time",
    says: "How much of the bills that came this fiscal year and are paid was paid by its due day, by vendor.",
    formula:
      "Total of paid invoices whose last payment was on or before their due day, of the total of all paid invoices; credit notes take no part.",
    readers: ["ap", "treasurer", "controller"],
    question: {
      measures: ["invoices.inTime", "invoices.settled", "invoices.paidLate"],
      by: ["vendor"],
      where: {},
      period: year,
    },
    chart: "table",
  },
  {
    id: "exceptions-by-cause",
    name: "Exceptions of invoices by cause and owner",
    says: "Which exceptions are open, who settles them, how long such ones take, and what they hold up.",
    formula:
      "Open exceptions of invoices that are neither paid nor turned down; what is still to be paid of the invoices that they hold, an invoice with several causes in each and once in the whole; the days of all exceptions by the product-limit estimate (Kaplan and Meier, 1958), in which those that are open count as unfinished.",
    readers: ["ap", "buyer", "controller"],
    question: {
      measures: [
        "exceptions.open",
        "invoices.held",
        "exceptions.daysOpen",
        "exceptions.daysOpenMost",
        "exceptions.arose",
      ],
      by: ["exceptionCauseOwner"],
      where: {},
      period: "all",
      order: "-invoices.held",
    },
    chart: "table",
  },
  {
    id: "retainage-withheld",
    name: "Retainage withheld by vendor",
    says: "What is withheld from vendors until their work is accepted.",
    formula: "Retainage of invoices less what of it is released; void and rejected ones out.",
    readers: ["ap", "contract_manager", "controller"],
    question: {
      measures: ["invoices.withheld"],
      by: ["vendor"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
];
