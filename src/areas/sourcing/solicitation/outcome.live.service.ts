import { formatInstant } from "#kernel/dates.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { PublicOutcome } from "./opportunity.model.ts";
import { publicAwardStatuses } from "./solicitation.labels.ts";

const award = (each: PublicOutcome["awards"][number], zone: string): Html => {
  const { tone, label } = publicAwardStatuses[each.status];
  return html`<li><div>${[
    html`<h3>${each.supplier}</h3>`,
    html`<p>${each.items.join("; ")}${each.date && `, ${formatInstant(each.date, zone)}`}</p>`,
    each.departure && html`<p>${each.departure}</p>`,
  ]}</div><div class="aside"><span class="badge tone-${tone}">${label}</span><br>${[
    html`<b>${formatCents(each.cents)}</b></div></li>`,
  ]}`;
};

const bid = (row: PublicOutcome["tabulations"][number]["rows"][number], at: number, zone: string) =>
  html`<tr><td>${at + 1}</td><td>${row.vendorName}</td>${[
    html`<td>${formatInstant(row.receivedAt, zone)}</td>`,
    html`<td>${row.lots
      .filter((lot) => lot.totalCents !== null && row.lots.length > 1)
      .map((lot) => html`${lot.title || "Other"}: ${formatCents(lot.totalCents!)}<br>`)}`,
    html`${row.totalCents === null ? "—" : formatCents(row.totalCents)}</td>`,
    html`<td>${row.outcome === "failed" ? "Not opened" : "Opened"}</td></tr>`,
  ]}`;

const tabulation = (each: PublicOutcome["tabulations"][number], zone: string): Html => {
  const name = each.stage === "price" ? "Prices as read out" : "Bids as opened";
  return html`<h2>${name}</h2><p>Published ${formatInstant(each.publishedAt, zone)}</p>${[
    html`<div class="ledger-wrap" tabindex="0" role="region" aria-label="${name}">`,
    html`<table class="ledger plain"><thead><tr><th scope="col">No.</th>`,
    html`<th scope="col">Bidder</th><th scope="col">Received</th><th scope="col">Bid</th>`,
    html`<th scope="col">Remark</th></tr></thead><tbody>`,
    each.rows.map((row, at) => bid(row, at, zone)),
    html`</tbody></table></div>`,
  ]}`;
};

/** How a solicitation ended, for its public notice: awards, then what was read out. */
export const outcomePart = (outcome: PublicOutcome, zone: string): Html => html`
  ${
    outcome.awards.length > 0 &&
    html`<h2>Award</h2><ul class="finds">${outcome.awards.map((each) => award(each, zone))}</ul>`
  }
  ${outcome.tabulations.map((each) => tabulation(each, zone))}`;
