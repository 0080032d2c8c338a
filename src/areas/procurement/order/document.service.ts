import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { muchOf, rateOf } from "#kernel/lump-sum.ts";
import { counted } from "#kernel/words.ts";
import { html } from "#server/pdf/pdf.ts";
import { deliveryOf } from "../delivery/delivery.labels.ts";
import type { OrderDetail } from "./order.answer.model.ts";

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:11pt;margin:16pt 0 4pt}",
  '.n,code{font-family:"JetBrains Mono",monospace}p{margin:2pt 0}',
  "dl{display:grid;grid-template-columns:28mm 1fr;gap:2pt 8pt;margin:12pt 0}",
  "dt{color:#596475}dd{margin:0}\n",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:4pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left}",
  "th{font-size:9pt;color:#596475}.r{text-align:right;font-variant-numeric:tabular-nums}",
  "tfoot td{border-bottom:2.5pt double #758193;font-weight:600}small{color:#596475}",
].join("");

const rightCell = (text: string) => `<td class="r">${text}</td>`;
const row = (l: OrderDetail["lines"][number]) => {
  const quantity = rightCell(html(muchOf(l, l.quantity)));
  const price = rightCell(rateOf(l));
  const amount = rightCell(formatCents(l.amount, { symbol: false }));
  return `<tr><td>${l.lineNo}</td><td>${html(l.description)}</td>${quantity}${price}${amount}</tr>`;
};

const heads = [
  '<th scope="col">Line</th>',
  '<th scope="col">Item</th>',
  '<th scope="col" class="r">Quantity</th>',
  '<th scope="col" class="r">Unit price</th>',
  '<th scope="col" class="r">Amount, $</th>',
].join("");

/** A purchase order as one HTML document, for its PDF. */
export const orderDocument = (order: OrderDetail, agency: string): string => {
  const facts: [string, string][] = [
    ["Vendor", order.issuedTo?.name ?? order.vendor],
    ["For", order.title],
    ["Deliver to", deliveryOf(order)],
    ["Promised", order.promisedOn ? formatDate(order.promisedOn) : "—"],
    ["Terms", `${counted(order.termsDays, "day")} after receipt and acceptance`],
    ["Buyer", order.buyer ?? "—"],
  ];
  const title = `Purchase order ${html(order.number)}`;
  const heading = `<h1>Purchase order <span class="n">${html(order.number)}</span></h1>`;
  const instructions = order.instructions
    ? `<h2>Instructions</h2><p>${html(order.instructions)}</p>`
    : "";
  const clauses = order.clauses.length
    ? `<h2>Clauses for federal money</h2>${order.clauses
        .map(
          (c) =>
            `<h3>${html(c.title)} (${html(c.citation)})</h3><p>${html(c.text)}</p><p><small>${html(c.because)}${c.verified ? "" : "; text not verified"}</small></p>`,
        )
        .join("")}`
    : "";
  const version = `Version ${order.revision} · ${formatDate(order.orderedOn)}`;
  const state = html(order.status.replace("_", " "));
  const lines = order.lines.filter((l) => !l.cancelled).map(row);
  const total = rightCell(formatCents(order.amount, { symbol: false }));
  const head = `<meta charset="utf-8"><title>${title}</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body><main>
<p>${html(agency)}</p>${heading}<p><small>${version} · ${state}</small></p>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${html(value)}</dd>`).join("")}</dl>
<h2>Lines</h2><table><thead><tr>${heads}</tr></thead><tbody>${lines.join("")}</tbody>
<tfoot><tr><td colspan="4">Total</td>${total}</tr></tfoot></table>
${instructions}${clauses}<p><small>Send the invoice with this order's number.</small></p></main></body></html>`;
};
