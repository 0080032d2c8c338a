import { counted } from "#kernel/words.ts";
import { lineWords } from "#kernel/lump-sum.ts";
import type { Source } from "#kernel/proposal.ts";
import { defineAgent, type Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { exceptionNames } from "../invoice/invoice.labels.ts";
import { invoiceList } from "../invoice/invoice.list.ts";
import type { InvoiceDetail } from "../invoice/invoice.model.ts";
import { explain, type Explained } from "./explain.model.ts";
import { explainCases } from "./explain.cases.ts";
import { causeOf, nearest } from "./explain.evaluation.ts";
import { billBeside } from "./invoice-picture.ts";
import { changeEndpoint, proposalOf } from "./invoice-proposal.ts";
import { orderedOf, reads, type At, type OrderedNow } from "./invoice-reads.ts";

type Exception = InvoiceDetail["exceptions"][number];

const foundOf = (
  invoice: InvoiceDetail,
  e: Exception,
  explained: Explained,
  ordered: OrderedNow | null,
): Found => ({
  key: `exception:${e.id}`,
  subject: { id: invoice.id, number: invoice.number, href: `/invoices/${invoice.id}` },
  what: explained.what,
  why: explained.why,
  since: invoice.receivedOn,
  dueOn: invoice.dueOn,
  cents: Math.abs(e.amount),
  sources: [
    {
      kind: "record",
      label: `Invoice ${invoice.number}`,
      href: `/invoices/${invoice.id}`,
      says: `${exceptionNames[e.kind]}: ${e.message}`,
    },
    ...(ordered && invoice.purchaseOrderId
      ? [
          {
            kind: "record" as const,
            label: `Order ${ordered.number}`,
            href: `/purchase-orders/${invoice.purchaseOrderId}`,
            says: ordered.lines
              .slice(0, 5)
              .map((line) => `${line.lineNo}. ${line.description}: ${lineWords(line)}`)
              .join("; "),
          },
        ]
      : []),
  ],
  proposal: proposalOf(invoice, explained, ordered),
});

/** What is disputed already waits for the vendor: it is not said to be disputed again. */
const waitsForVendor = (invoice: InvoiceDetail, { does }: Explained): boolean =>
  does === "dispute" && !invoice.actions.find(({ name }) => name === "dispute")?.enabled;

/** Lines of which nothing came are one thing to do: somebody posts the receipt. */
const asOne = (invoice: InvoiceDetail, found: readonly Found[]): Found | null => {
  const [first, ...others] = found;
  if (!first || others.length === 0) return first ?? null;
  return {
    ...first,
    key: `not_received:${invoice.id}`,
    what: `Nothing of ${counted(found.length, "line")} is received: whoever took the goods posts a receipt.`,
    why: found.map(({ why }) => why).join(" "),
    cents: found.reduce((sum, { cents }) => sum + cents, 0),
  };
};

const over: ReadonlySet<string> = new Set(["paid", "voided", "rejected"]);

/** Text that nobody sees in the document of a bill: it entered no value, and somebody asks for its reason. */
const hiddenIn = (invoice: InvoiceDetail): Found[] => {
  const [first, ...others] = invoice.reading?.unseen ?? [];
  if (!first || over.has(invoice.status)) return [];
  const href = `/invoices/${invoice.id}`;
  const texts = [first, ...others];
  const what = `The document of ${invoice.number} holds ${counted(texts.length, "text")} that nobody sees.`;
  const why = `No value of the invoice comes from there, and nothing of it is followed. Ask ${invoice.vendor} why it is there before the bill is paid.`;
  return [
    {
      key: `hidden:${invoice.id}`,
      subject: { id: invoice.id, number: invoice.number, href },
      ...{ what, why, since: invoice.receivedOn, dueOn: invoice.dueOn, cents: invoice.total },
      sources: texts.map(({ page, text }): Source => ({
        ...{ kind: "passage", label: invoice.fileName ?? "Document", href, page, says: text },
      })),
      proposal: errand({
        title: `${invoice.number}: ask ${invoice.vendor} about text that nobody sees`,
        detail: `${what} ${why}`,
        link: href,
      }),
    },
  ];
};

const findIn = async (at: At, invoiceId: string): Promise<Found[]> => {
  const invoice = await at.maybe("invoice", { params: { id: invoiceId } });
  if (!invoice) return [];
  const ordered = invoice.purchaseOrderId ? await orderedOf(at, invoice.purchaseOrderId) : null;
  const explained = invoice.exceptions
    .filter(({ status }) => status === "open")
    .flatMap((e) => {
      const why = explain(e, invoice, ordered);
      return why && !waitsForVendor(invoice, why)
        ? [{ why, found: foundOf(invoice, e, why, ordered) }]
        : [];
    });
  const lacking = explained.filter(({ why }) => why.cause === "not_received");
  const others = explained.filter(({ why }) => why.cause !== "not_received");
  const one = asOne(
    invoice,
    lacking.map(({ found }) => found),
  );
  const picture = billBeside(invoice, ordered);
  return [...hiddenIn(invoice), ...others.map(({ found }) => found), ...(one ? [one] : [])].map(
    (found) => ({ ...found, picture }),
  );
};

/** Invoices with open exceptions that this person reads, oldest first; then those whose document hides text. */
const waiting = async (at: At): Promise<string[]> => {
  const ids = new Set<string>();
  for (let page = 1; page <= 10; page++) {
    const { items, nextCursor } = await at.read("exceptions", {
      query: { standing: "open", sort: "arose", limit: 100, page },
    });
    for (const { invoiceId } of items) ids.add(invoiceId);
    if (!nextCursor && items.length < 100) break;
  }
  const hides = { hidesText: true, unpaid: true, limit: 100, count: "none" };
  for (const { id } of (await at.read("invoices", { query: hides })).items) ids.add(id);
  return [...ids];
};

/** Explains exceptions of invoices by the arithmetic that fits, and proposes how each ends. */
export const invoiceAgent = defineAgent({
  id: "invoice",
  version: 2,
  name: "Invoice agent",
  task: "Explains each exception of an invoice by the arithmetic that fits it to the cent, and proposes a correction or what to tell the vendor.",
  how: [
    "It reads open exceptions, their invoices, the orders with their receipts, and what stood on an order before it was changed.",
    "It tries in this order: another unit with a whole factor, quantity and price exchanged, a price entered wrong, the price that the order said when the goods came, the price from before a change, goods that were rejected, goods that did not come.",
    "Where the goods came at an earlier price, or more was accepted than ordered, the order is short and the bill right: it proposes to ask for a change of the order, which a buyer sends to its approvers.",
    "It names bills whose document holds text that nobody sees; no value comes from there.",
    "It says nothing where no arithmetic fits to the cent, and it accepts no exception.",
    "A correction makes the invoice match again; a dispute stops its clock and tells the vendor the sentence that you read.",
  ],
  subject: { list: invoiceList, permission: "invoice.read", label: "invoices" },
  reads,
  proposes: [
    "PATCH /api/v1/invoices/{id}",
    "POST /api/v1/invoices/{id}/actions/dispute",
    changeEndpoint,
    errandEndpoint,
  ],
  find: async (at) => {
    const ids = at.subjectId ? [at.subjectId] : await waiting(at);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "invoices");
      found.push(...(await findIn(at, id)));
    }
    return found;
  },
  evaluation: {
    cases: explainCases,
    answer: causeOf,
    baseline: nearest,
    beside: "the name of the exception alone",
  },
});
