import { closingMatters } from "#server/agencies/ending.ts";
import { paymentsThatRefuseEnd } from "./payment/closing.service.ts";
import { practiceAccounts } from "./payment/practice-account.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { financeLeaving } from "./finance.leaving.data.ts";
import { financeFacts } from "./finance.facts.ts";
import { evidenceParts, shippedRules } from "#areas/governance/governance.server.ts";
import { controlChecks, controlSubjects } from "#server/controls/control-checks.ts";
import { bankRule, paymentChecks } from "./controls/payment-checks.service.ts";
import { paymentSubject } from "./controls/payment-subject.service.ts";
import { afterInvoiceCheck, afterInvoiceRule } from "./controls/after-invoice.service.ts";
import { purchaseFileParts } from "#server/controls/purchase-files.ts";
import { paidPartsOfFiles } from "./invoice/file-parts.service.ts";
import { ordersOfInvoices } from "./invoice/evidence.service.ts";
import { cashExpected } from "#server/outlook/sources.ts";
import { paymentsDue } from "./invoice/due.service.ts";
import { programScopes } from "#server/program-scopes.ts";
import { invoiceNoun } from "./invoice/invoice.service.ts";
import { paymentNoun, runNoun } from "./payment/payment.noun.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { countedRecords } from "#server/operation/counted-records.ts";
import { closeChecks } from "#server/closing/close-checks.ts";
import { financeCloseChecks } from "./payment/close.service.ts";
import { invariants } from "#server/operation/checking.ts";
import { invoiceRules } from "./invoice/invoice.checks.ts";
import { paymentRules } from "./payment/payment.checks.ts";
import { financeReferences } from "./invoice/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { quickStartsOf } from "#areas/organization/organization.server.ts";
import { payableStart } from "./invoice/quick-start.service.ts";
import { treasurerStart } from "./payment/quick-start.service.ts";
import { invoiceViews } from "./invoice/invoice.labels.ts";
import { paymentViews, runViews } from "./payment/payment.labels.ts";
import { runList } from "./payment/run.list.ts";
import { invoiceAgent } from "./agent/invoice.agent.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { financeFiles } from "./invoice/files.service.ts";
import { financeFigures } from "./finance.figures.ts";
import { invoiceCarryover } from "./invoice/invoice-carryover.service.ts";
import { invoiceImporter } from "./invoice/invoice.importer.ts";
import { invoiceFlow } from "./invoice/invoice-flow.service.ts";
import { invoiceList } from "./invoice/invoice.list.ts";
import { paymentList } from "./payment/payment.list.ts";
import { constructionAccounts, yearCarryovers } from "#areas/budget/budget.server.ts";
import { accountsOfConstruction } from "./cost/cost.read.service.ts";
import type { App } from "#server/app.ts";
import { seedVendorBill } from "./demo/vendor-bill.seed.ts";
import { seedFinance } from "./finance.seed.ts";
import { boardStages, receiptListeners } from "#areas/procurement/procurement.server.ts";
import { matchAfterReceipt } from "./invoice/came.service.ts";
export { invoicesCame } from "./invoice/came-by.service.ts";
export { matchAfterDelivery } from "./invoice/came.service.ts";
export { unannouncedDeliveries } from "./invoice/delivery.service.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { taxDeadlineSource } from "./tax-form/tax-deadlines.service.ts";
import { invoiceEndpoints } from "./invoice/invoice.api.ts";
import { invoiceSummary } from "./invoice/invoice.read.service.ts";
import { toleranceEndpoints } from "./invoice/tolerance.api.ts";
import { beforeInvoice, beforeRun } from "./invoice/duties.service.ts";
import { invoiceApproval } from "./invoice/course.service.ts";
import { invoiceStages } from "./invoice/invoice-stages.service.ts";
import { financePaymentEndpoints } from "./payment/payment.api.ts";
import { seedPayments } from "./payment/payment.seed.ts";
import { runSummary } from "./payment/run.read.service.ts";
import { runApproval } from "./payment/run.service.ts";
import { costEndpoints } from "./cost/cost.api.ts";
import { costList } from "./cost/cost.list.ts";
import { journalEndpoints, journalList } from "./journal/journal.api.ts";
import { journalViews } from "./journal/journal.labels.ts";
import { journalNoun } from "./journal/journal.noun.ts";
import { payrollImporter } from "./journal/payroll.importer.ts";
import { receiptImporter } from "./journal/receipt.importer.ts";
import { seedTaxForms } from "./tax-form/tax-form.seed.ts";
import { taxFormEndpoints } from "./tax-form/tax-form.api.ts";
import { taxYearViews } from "./tax-form/tax-form.labels.ts";
import { taxYearList } from "./tax-form/tax-form.list.ts";
import { taxYearNoun } from "./tax-form/tax-form.noun.ts";
import { costRules } from "./cost/cost.checks.ts";
import { vendorInvoiceEndpoints } from "./vendor-invoice/vendor-invoice.api.ts";

export {
  billNumbers,
  cashMovements,
  journalKindsOf,
  retainageOf,
} from "./payment/cash-movements.service.ts";
export { claimers, type Claimer, type Uncovered } from "./cost/claimers.ts";
export {
  claimCost,
  invoicesClaimed,
  liveClaims,
  releaseClaim,
  settleClaims,
  type ClaimRow,
  type ClaimShare,
  type Wanted,
} from "./cost/claim.service.ts";
export {
  receiptLines,
  takeReceiptLine,
  type ReceiptLine,
} from "./journal/receipt-lines.service.ts";
export { orderLinesOfCosts } from "./cost/bought-by.service.ts";
export { costsOf, mapAccounts, objectClassesOf, type Cost } from "./cost/cost.read.service.ts";
export { costsUntil, paidDays, type DatedCost } from "./cost/as-of.service.ts";
export { goodsChargedTo, type ChargedGoods } from "./cost/stock-charged.service.ts";
export { costListeners, type CostListener } from "./cost/written.ts";
export {
  settleStockCosts,
  stockCostsOf,
  type StockCost,
  type StockDraw,
} from "./cost/stock-costs.service.ts";
export { payrollPaid, type PaidPay } from "./cost/payroll-paid.service.ts";
export { sendAllocation, journalStatusOf } from "./journal/allocation.service.ts";
export { draftTransfer, postJournal } from "./journal/journal.service.ts";
export { sendRegister, type PayRow } from "./journal/register.service.ts";
export { invoiceList } from "./invoice/invoice.list.ts";
export { invoiceInput } from "./invoice/invoice.model.ts";
export { checkEntry } from "./invoice/entry.service.ts";
export { draftOfUbl, invoiceOfUbl } from "./invoice/ubl.service.ts";
export { writeUbl } from "./ubl-out/ubl-out.model.ts";
export { createInvoice } from "./invoice/invoice.service.ts";
export { creditsOfLine, type LineCredit } from "./invoice/credits.service.ts";
export { firstPassInvoices } from "./invoice/first-pass.service.ts";
export { invoicesAlike } from "./invoice/alike.service.ts";
export { chargedInvoices, type ChargedInvoice } from "./invoice/charged.service.ts";
export { billedQuantities, type BilledQuantity } from "./invoice/billed-quantities.service.ts";
export { invoicesNamed, withheldOfOrders } from "./invoice/withheld.service.ts";
export { invoiceReserves, type InvoiceReserve } from "./invoice/reserves.ts";
export { submitInvoice } from "./invoice/submission.service.ts";
export { keptBackOf, type KeptBack } from "./invoice/keep-back.service.ts";
export { releaseRetainage } from "./invoice/retainage.service.ts";
export { invoiceEndings } from "./invoice/endings.ts";
export { invoicePayments, type InvoicePayment } from "./payment/paid-invoices.service.ts";
export { billedOtherwise } from "./vendor-invoice/billed-otherwise.ts";
export { submitVendorInvoice } from "./vendor-invoice/vendor-invoice.service.ts";
export { saveAgencyBank } from "./payment/agency-bank.service.ts";
export {
  bookedReceipts,
  hasReleasedFrom,
  paymentsAtBank,
  postedReceipts,
} from "./payment/bank-side.service.ts";
export { cashMoved, cashStandings, outstandingBefore } from "./payment/cash-standing.service.ts";
export { requireNotReconciled, setReconciledThrough } from "./payment/reconciled.service.ts";
export { matchedAtBank, unclearMatched } from "./payment/clearing.service.ts";
export {
  accountsNumbered,
  accountsWithOutstanding,
  agencyAccounts,
  type NumberedAccount,
} from "./payment/numbered-accounts.service.ts";
export { paymentsOf } from "./payment/proof.read.service.ts";
export { checksOut, numberOfAccount, type CheckOut } from "./payment/checks-out.service.ts";
export { placeHold } from "./payment/hold.service.ts";
export { paymentList } from "./payment/payment.list.ts";
export { payableList } from "./payment/payable.list.ts";
export {
  clearPayment,
  reissuePayment,
  returnPayment,
  voidPayment,
} from "./payment/payment.service.ts";
export { refuseFile } from "./payment/refusal.service.ts";
export { releaseRun } from "./payment/release.service.ts";
export { runList } from "./payment/run.list.ts";
export { approveRun, proposeRun, sendRun, submitRun } from "./payment/run.service.ts";

const seed = async (app: App, log: (line: string) => void) => {
  await seedFinance(app, log);
  await seedPayments(app, log);
  await seedTaxForms(app, log);
  await seedVendorBill(app);
};

/** What the server mounts of this area. */
export default defineArea({
  name: "finance",
  facts: financeFacts,
  seed: { after: ["evaluation"], tell: seed },
  endpoints: [
    ...invoiceEndpoints,
    ...toleranceEndpoints,
    ...financePaymentEndpoints,
    ...vendorInvoiceEndpoints,
    ...costEndpoints,
    ...journalEndpoints,
    ...taxFormEndpoints,
  ],
  importers: [invoiceImporter, payrollImporter, receiptImporter],
  searches: [
    { kind: "invoice", list: invoiceList, permission: "invoice.read", path: "/invoices" },
    { kind: "payment", list: paymentList, permission: "payment.read", path: "/payments" },
    {
      kind: "journal",
      list: journalList,
      permission: "cost.read",
      path: "/payments/journals",
    },
    {
      kind: "paymentRun",
      list: runList,
      permission: "payment.read",
      path: "/payments/runs",
      title: "proposedBy",
    },
    {
      kind: "taxYear",
      list: taxYearList,
      permission: "taxForm.read",
      path: "/payments/tax-years",
      title: "number",
    },
  ],
  figures: financeFigures,
  brings: [
    agencyTables.of(...financeLeaving),
    practiceAccounts,
    closingMatters.of({ label: "Payments", of: paymentsThatRefuseEnd }),
    deadlineSources.of(taxDeadlineSource),
    controlSubjects.of(paymentSubject),
    controlChecks.of(afterInvoiceCheck, ...paymentChecks),
    shippedRules.of(afterInvoiceRule, bankRule),
    cashExpected.of(paymentsDue),
    receiptListeners.of(matchAfterReceipt),
    constructionAccounts.of(accountsOfConstruction),
    fileHolders.of(...financeFiles),
    evidenceParts.of(ordersOfInvoices),
    purchaseFileParts.of(paidPartsOfFiles),
    programScopes.of({
      "invoice.read": { place: 40, noun: "Invoices", may: "Read invoices and how they match" },
      "invoice.create": { place: 41, noun: "Invoices", may: "Enter invoices, also as UBL files" },
      "payment.read": {
        place: 50,
        noun: "Payments",
        may: "Read payables, payment runs and payments",
      },
    }),
    recordTopics.of(
      { noun: journalNoun, label: "Journals" },
      { noun: taxYearNoun, label: "Years of form 1099" },
      { noun: invoiceNoun, label: "Invoices" },
      { noun: runNoun, label: "Payment runs" },
      { noun: paymentNoun, label: "Payments" },
    ),
    vendorReferences.of(...financeReferences),
    countedRecords.of(
      {
        name: "invoices",
        group: "Records",
        label: "Invoices received",
        list: invoiceList,
        permission: "invoice.read",
        page: "/invoices",
        day: "receivedOn",
      },
      {
        name: "payments",
        group: "Records",
        label: "Payments paid",
        list: paymentList,
        permission: "payment.read",
        page: "/payments",
        day: "paidOn",
      },
    ),

    quickStartsOf.of(payableStart, treasurerStart),
    invariants.of(...invoiceRules, ...paymentRules, ...costRules),
    closeChecks.of(...financeCloseChecks),
    approvables.of(
      {
        type: "invoice",
        href: (id) => `/invoices/${id}`,
        ...invoiceApproval,
        summary: invoiceSummary,
        dutyBefore: beforeInvoice,
      },
      {
        type: "paymentRun",
        href: (id) => `/payments/runs/${id}`,
        ...runApproval,
        summary: runSummary,
        dutyBefore: beforeRun,
      },
    ),
    boardStages.of(...invoiceStages),
    flowRecords.of(invoiceFlow),
    yearCarryovers.of(invoiceCarryover),
  ],
  agents: [invoiceAgent],
  asked: [
    { list: invoiceList, permission: "invoice.read", page: "/invoices", views: invoiceViews },
    {
      list: paymentList,
      permission: "payment.read",
      page: "/payments?tab=payments",
      views: paymentViews,
    },
    { list: runList, permission: "payment.read", page: "/payments?tab=runs", views: runViews },
    { list: costList, permission: "cost.read", page: "/payments/costs" },
    {
      list: taxYearList,
      permission: "taxForm.read",
      page: "/payments?tab=tax-forms",
      views: taxYearViews,
    },
    { list: journalList, permission: "cost.read", page: "/payments/journals", views: journalViews },
  ],
});
