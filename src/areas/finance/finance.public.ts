export type { Invoice } from "./invoice/invoice.model.ts";
export { invoiceStatuses } from "./invoice/invoice.labels.ts";
export type { BankSide } from "./payment/bank-side.model.ts";
export { pays } from "./payment/drawn-on.model.ts";
export type { Payment } from "./payment/payment.model.ts";
export { paymentStatuses } from "./payment/payment.labels.ts";
export { holdTexts, type HoldKind } from "./vendor-invoice/vendor-invoice.model.ts";
export { objectClasses } from "./cost/cost.labels.ts";
export type { PaymentProof } from "./payment/proof.model.ts";
