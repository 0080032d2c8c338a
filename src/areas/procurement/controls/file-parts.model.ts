import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { FilePart, FileElement } from "#kernel/purchase-file.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { methods, type Method } from "../method/method.labels.ts";

/** What the records of an order hold for its file. */
export type FiledRecords = {
  id: string;
  number: string;
  amount: number;
  method: string | null;
  methodCitation: string | null;
  methodReason: string;
  aggregateAmount: number;
  contractId: string | null;
  issuedOn: Day | null;
  vendor: string;
  /** The largest sums of the law of its day, in cents; null where no rule says. */
  microCents: number | null;
  simplifiedCents: number | null;
  blanket: { id: string; number: string } | null;
  requisitions: readonly { id: string; number: string }[];
  quotes: readonly { source: string; answer: string; cents: number | null; on: Day }[];
  /** Lines with a price, and those of them whose goods an earlier order bought. */
  lines: number;
  boughtBefore: readonly { id: string; number: string; on: Day }[];
  linesBoughtBefore: number;
  receipts: readonly { id: string; number: string; on: Day }[];
};

type Said = Omit<FilePart, "orderId" | "element">;
const saying = (said: string, more: Partial<Said> = {}): Said => ({
  said,
  on: null,
  shown: [],
  records: [],
  ...more,
});

const atMost: Readonly<Partial<Record<string, "microCents" | "simplifiedCents">>> = {
  micro_purchase: "microCents",
  simplified: "simplifiedCents",
};

// The sum alone gives the method its reason, or the words that somebody wrote do.
const rationale = (o: FiledRecords): Said | null => {
  if (o.blanket || o.contractId) return null;
  const reason = o.methodReason.trim();
  const name = methods[o.method as Method];
  if (!name) return null;
  const cited = o.methodCitation ? ` (${o.methodCitation})` : "";
  const limit = atMost[o.method!];
  if (!limit) {
    const competed = o.method === "sealed_bid" || o.method === "proposal";
    return reason || competed ? saying(`${name}${cited}. ${reason}`.trim()) : null;
  }
  const sum = Math.max(o.aggregateAmount, o.amount);
  const most = o[limit];
  const within = most !== null && sum <= most;
  if (!within && !reason) return null;
  const why = within
    ? `${formatCents(sum)} with like purchases, at most ${formatCents(most)}.`
    : "";
  return saying([`${name}${cited}:`, why, reason].filter(Boolean).join(" "));
};

// What an order released from a blanket order rests on, that order's file says.
const ofBlanket = ({ number, id }: { number: string; id: string }): Said =>
  saying(`As ${number}, from which it is released.`, {
    shown: [{ label: number, href: `/compliance/files/${id}` }],
    records: [id],
  });

const quotesSaid = ({ quotes }: FiledRecords): string =>
  quotes
    .map(({ source, answer, cents }) =>
      cents === null
        ? `${source}: ${answer === "declined" ? "declined" : "no answer"}`
        : `${source}: ${formatCents(cents)}`,
    )
    .join("; ");

const selection = (o: FiledRecords): Said | null => {
  const prices = o.quotes.flatMap(({ cents }) => (cents === null ? [] : [cents]));
  if (prices.length > 0) {
    const lowest = o.amount <= Math.min(...prices);
    return lowest
      ? saying(`${o.vendor} at the lowest of ${counted(prices.length, "quote")}. ${quotesSaid(o)}.`)
      : null;
  }
  const reason = o.methodReason.trim();
  return o.method === "noncompetitive" && reason ? saying(`${o.vendor} alone. ${reason}`) : null;
};

const price = (o: FiledRecords): Said | null => {
  if (o.quotes.some(({ cents }) => cents !== null)) return saying(`Quotes. ${quotesSaid(o)}.`);
  if (o.lines === 0 || o.linesBoughtBefore < o.lines) return null;
  const shown = o.boughtBefore.map(({ id, number }) => ({
    label: number,
    href: `/purchase-orders/${id}`,
  }));
  const last = o.boughtBefore.map(({ number, on }) => `${number} of ${formatDate(on)}`).join(", ");
  return saying(`Purchase history: the same was bought before (${last}).`, { shown });
};

const answers = (o: FiledRecords): Said | null =>
  o.quotes.length === 0
    ? null
    : saying(`${counted(o.quotes.length, "supplier")} asked. ${quotesSaid(o)}.`, {
        on: o.quotes.map(({ on }) => on).toSorted()[0]!,
      });

/** What an order and its own records put into the file of the purchase. */
export const orderFileParts = (o: FiledRecords): FilePart[] => {
  const own = [{ label: o.number, href: `/purchase-orders/${o.id}` }];
  const asked = o.requisitions.map(({ id, number }) => ({
    label: number,
    href: `/smart-requisition/${id}`,
  }));
  const blanket = o.blanket && ofBlanket(o.blanket);
  const fixed =
    o.contractId === null
      ? saying("Fixed price: an order at the prices of its lines.", { shown: own })
      : null;
  const elements: [FileElement, Said | null][] = [
    ["method", blanket ?? rationale(o)],
    ["contractType", blanket ?? fixed],
    ["selection", blanket ?? selection(o)],
    ["price", blanket ?? price(o)],
    ["answers", answers(o)],
    [
      "order",
      o.issuedOn === null
        ? null
        : saying(`${o.number} went out to ${o.vendor}.`, {
            on: o.issuedOn,
            shown: [...own, ...asked],
            records: [o.id, ...o.requisitions.map(({ id }) => id)],
          }),
    ],
    ...o.receipts.map(({ id, number, on }): [FileElement, Said] => [
      "receipt",
      saying(`${number} was posted.`, {
        on,
        shown: [{ label: number, href: `/purchase-orders/${o.id}` }],
        records: [id],
      }),
    ]),
  ];
  return elements.flatMap(([element, part]) => (part ? [{ orderId: o.id, element, ...part }] : []));
};
