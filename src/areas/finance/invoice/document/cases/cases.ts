import type { Reading } from "../reading.model.ts";

type Words = Record<
  | "number"
  | "date"
  | "order"
  | "description"
  | "quantity"
  | "price"
  | "amount"
  | "subtotal"
  | "tax"
  | "freight"
  | "total"
  | "including",
  string
>;
const english: Words = {
  number: "Invoice No",
  date: "Invoice date",
  order: "PO number",
  description: "Description",
  quantity: "Qty",
  price: "Unit price",
  amount: "Amount",
  subtotal: "Subtotal",
  tax: "Sales tax",
  freight: "Freight",
  total: "Total due",
  including: "Including labor",
};
const german: Words = {
  number: "Rechnungsnummer",
  date: "Rechnungsdatum",
  order: "Bestellnummer",
  description: "Bezeichnung",
  quantity: "Menge",
  price: "Einzelpreis",
  amount: "Betrag",
  subtotal: "Zwischensumme",
  tax: "MwSt 19%",
  freight: "Versandkosten",
  total: "Gesamtbetrag",
  including: "davon Lohn",
};
const french: Words = {
  number: "Facture n°",
  date: "Date de facture",
  order: "Commande",
  description: "Désignation",
  quantity: "Quantité",
  price: "Prix unitaire",
  amount: "Montant",
  subtotal: "Total HT",
  tax: "TVA 20%",
  freight: "Frais de port",
  total: "Total TTC",
  including: "dont main-d'oeuvre",
};
const spanish: Words = {
  number: "Factura nº",
  date: "Fecha",
  order: "Pedido",
  description: "Concepto",
  quantity: "Cantidad",
  price: "Precio",
  amount: "Importe",
  subtotal: "Base imponible",
  tax: "IVA 21%",
  freight: "Portes",
  total: "Importe total",
  including: "incluye mano de obra",
};
const wordings = [english, german, french, spanish];

type CaseLine = { words: string; quantity: number; price: number; off: number };
/** A labelled invoice: how it is laid out, and what is right. Amounts in integer cents. */
export type InvoiceCase = {
  name: string;
  words: Words;
  comma: boolean;
  currency: string;
  order: readonly ("description" | "quantity" | "price" | "amount")[];
  right: boolean;
  turned: boolean;
  beside: boolean;
  credit: boolean;
  hidden: "none" | "white" | "invisible" | "tiny" | "covered" | "outside";
  wrongSum: boolean;
  lines: readonly CaseLine[];
  number: string;
  date: string;
  tax: number;
  freight: number;
  total: number;
  standing: Reading["standing"];
};

const orders: InvoiceCase["order"][] = [
  ["description", "quantity", "price", "amount"],
  ["quantity", "description", "price", "amount"],
  ["description", "price", "quantity", "amount"],
];
const hidings: InvoiceCase["hidden"][] = [
  "none",
  "white",
  "invisible",
  "tiny",
  "covered",
  "outside",
];

const lineOf = (n: number, i: number): CaseLine => {
  const [quantity, price] = [1 + ((n * 7 + i * 3) % 24), 1250 + ((n * 137 + i * 911) % 90000)];
  return {
    words: `Part ${n + 1}-${i + 1} pipe fitting`,
    quantity,
    price,
    off: n % 5 === 2 && i === 1 ? Math.round((quantity * price) / 10) : 0,
  };
};

const caseOf = (n: number): InvoiceCase => {
  const words = wordings[n % 4]!;
  const lines = Array.from({ length: n % 8 === 7 ? 45 : 2 + (n % 5) }, (_, i) => lineOf(n, i));
  const net = lines.reduce((sum, l) => sum + l.quantity * l.price - l.off, 0);
  const freight = n % 3 === 1 ? 4550 : 0;
  const tax = n % 2 ? Math.round(net * 0.07) : 0;
  const wrongSum = n % 13 === 12;
  return {
    name: `case ${n + 1}`,
    words,
    comma: words !== english,
    currency: words === english ? "$" : "EUR",
    order: orders[n % 3]!,
    right: n % 2 === 0,
    turned: n % 10 === 4,
    beside: n % 7 < 4,
    credit: n % 9 === 8,
    hidden: hidings[n % 6]!,
    wrongSum,
    lines,
    number: `R-${2026}-${1000 + n * 17}`,
    date: `2026-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + ((n * 5) % 28)).padStart(2, "0")}`,
    tax,
    freight,
    total: net + freight + tax + (wrongSum ? 100 : 0),
    standing: wrongSum ? "read" : "proved",
  };
};

/** Forty labelled invoices of different layouts, the same at every run. */
export const invoiceCases: readonly InvoiceCase[] = Array.from({ length: 40 }, (_, n) => caseOf(n));
