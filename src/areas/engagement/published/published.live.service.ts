import type { FastifyRequest } from "fastify";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { published } from "#server/db/scopes/published.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import { mayLag, type LivePage, type LiveParts } from "#server/http/live.ts";
import { noticesPart } from "#areas/sourcing/sourcing.server.ts";
import { publicRequests, publicServices } from "../service/service.service.ts";
import { lateReasons, openStatus, serviceCycle } from "../service/service.labels.ts";
import type { PublicRequest } from "../service/service.model.ts";
import {
  type BudgetPart,
  type Found,
  pageSize,
  publicBudget,
  type PublicOrder,
  publicOrders,
  type PublicVendor,
  publicVendors,
  vendorStates,
} from "./published.service.ts";

const one = (value: unknown, most = 80): string =>
  typeof value === "string" ? value.trim().slice(0, most) : "";
const asked = (request: FastifyRequest) => {
  const query = request.query as Record<string, unknown>;
  return {
    q: one(query["q"]),
    state: one(query["state"], 3),
    code: one(query["code"], 8),
    number: one(query["number"], 40),
    page: Math.min(Math.max(Number.parseInt(one(query["page"], 6), 10) || 1, 1), 10_000),
  };
};

const count = ({ total, capped }: Found<unknown>, noun: string) =>
  `${capped ? "More than " : ""}${counted(total, noun)}`;
const pager = (
  base: string,
  query: Record<string, string>,
  page: number,
  { total, capped, items }: Found<unknown>,
  part = "",
): Html | null => {
  const more = items.length === pageSize && (capped || page * pageSize < total);
  if (page === 1 && !more) return null;
  const to = (n: number) => `${base}?${new URLSearchParams({ ...query, page: String(n) })}${part}`;
  return html`<nav class="pages" aria-label="Pages">${page > 1 && html`<a class="btn" rel="prev" href="${to(page - 1)}">Previous</a>`}<span>Page ${page}</span>${more && html`<a class="btn" rel="next" href="${to(page + 1)}">Next</a>`}</nav>`;
};
const nothing = (q: string, base: string) =>
  html`<p class="lede">Nothing fits ${q ? html`“${q}”` : "this choice"}. <a href="${base}">Show everything</a></p>`;

const certificates: Readonly<Record<string, string>> = {
  sb: "Small business",
  mbe: "Minority-owned",
  wbe: "Women-owned",
  wosb: "Women-owned small business",
  dbe: "Disadvantaged business",
  vosb: "Veteran-owned",
  sdvosb: "Service-disabled veteran-owned",
  hubzone: "HUBZone",
};
const safeSite = (address: string | null) =>
  address && /^https?:\/\//i.test(address) ? address : null;
const fact = (label: string, value: Html | string | number): Html =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
const codeFact = (label: string, value: string): Html =>
  html`<div><dt>${label}</dt><dd class="mono">${value}</dd></div>`;

const vendorFacts = (v: PublicVendor): Html => {
  const certified = v.diversity.map((each) => certificates[each] ?? each.toUpperCase()).join(", ");
  const codes = v.commodityCodes.slice(0, 6).join(" ");
  return html`<dl class="facts-row">${certified !== "" && fact("Certified", certified)}${codes !== "" && codeFact("NAICS", codes)}${fact("Works with", v.agency)}</dl>`;
};
const vendorItem = (v: PublicVendor): Html => {
  const site = safeSite(v.website);
  const alias = v.doingBusinessAs && `Doing business as ${v.doingBusinessAs}`;
  const place = [v.city, v.state].filter(Boolean).join(", ");
  const about = [alias, place].filter(Boolean).join(" · ");
  const link = site && html`<a href="${site}" rel="nofollow noopener">Website</a>`;
  const classified = v.diversity.length > 0 || v.commodityCodes.length > 0;
  return html`<li><div><h3>${v.name}</h3><p>${about}</p></div>
  <div class="aside">${link}</div>
  ${classified && vendorFacts(v)}</li>`;
};

// A search field, a choice and a button, sent as a plain address.
const searchField = (label: string, q: string): Html =>
  html`<div class="field"><label class="label" for="find-q">${label}</label><input class="field-control" id="find-q" type="search" name="q" value="${q}"></div>`;
const stateField = (states: readonly string[], chosen: string): Html => {
  const options = states.map(
    (each) => html`<option${each === chosen ? html` selected` : null}>${each}</option>`,
  );
  return html`<div class="field"><label class="label" for="find-state">State</label><select class="field-control" id="find-state" name="state"><option value="">All states</option>${options}</select></div>`;
};
const codeField = (code: string): Html =>
  html`<div class="field"><label class="label" for="find-code">NAICS begins with</label><input class="field-control" id="find-code" name="code" inputmode="numeric" value="${code}"></div>`;
const searchForm = (base: string, fields: Html): Html =>
  html`<form class="find" method="get" action="${base}" role="search">${fields}<button class="btn btn-primary">Search</button></form>`;

/** The directory of vendors that chose to be public: searched and paged by plain addresses. */
export const vendorsPage = (base: string): LivePage =>
  mayLag(async (late, request) => {
    const { q, state, code, page } = asked(request);
    const db = late.published();
    const [list, states] = await Promise.all([
      publicVendors(db, { q, state, code, page }),
      vendorStates(db),
    ]);
    const fields = html`${searchField("Name or place", q)}
    ${stateField(states, state)}
    ${codeField(code)}`;
    const found = list.items.length
      ? html`<ul class="finds">${list.items.map(vendorItem)}</ul>`
      : nothing(q, base);
    return {
      vendors: html`${searchForm(base, fields)}
    <h2 class="text-18">${count(list, "vendor")}</h2>${found}${pager(base, { q, state, code }, page, list)}`,
    };
  });

const orderStatus: Readonly<Record<string, string>> = {
  issued: "Ordered",
  acknowledged: "Accepted by the vendor",
  partly_received: "Partly delivered",
  received: "Delivered",
  closed: "Finished",
  short_closed: "Ended early",
};
// What the law lets an emergency do without: 2 CFR 200.320(c)(3).
const exigencyWords = (citation: string | null): string =>
  citation?.includes("200.320(c)(3)")
    ? "Bought without competition: it did not permit the delay"
    : "Yes";

const orderItem = (o: PublicOrder): Html => {
  const facts = html`${codeFact("Order", o.number)}${fact("State", orderStatus[o.status] ?? o.status)}${o.methodCitation && fact("Rule", o.methodCitation)}${o.emergency && fact("Emergency", exigencyWords(o.methodCitation))}`;
  return html`<li><div><h3>${o.title}</h3><p>${o.vendor} for ${o.department}, ${o.agency}</p></div><div class="aside"><b>${formatCents(o.amount)}</b><br>${formatDate(o.orderedOn)}</div>
  <dl class="facts-row">${facts}</dl></li>`;
};
const ordersOf = async (
  base: string,
  request: FastifyRequest,
  app: Parameters<LivePage>[0],
  part = "",
): Promise<Html> => {
  const { q, page } = asked(request);
  const list = await publicOrders(published(app.database), { q, page });
  const found = list.items.length
    ? html`<ul class="finds">${list.items.map(orderItem)}</ul>`
    : nothing(q, base + part);
  const fields = searchField("Goods, vendor, department or number", q);
  return html`${searchForm(base + part, fields)}
    <h3 class="text-18">${count(list, "order")}</h3>${found}${pager(base, { q }, page, list, part)}`;
};

const strip = (part: BudgetPart): Html => {
  const width = (cents: number) =>
    part.budget > 0 ? Math.max(0, Math.min(100, (100 * cents) / part.budget)) : 0;
  const spent = width(part.spent);
  const committed = Math.min(width(part.committed), 100 - spent);
  return html`<svg class="strip" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="strip-rest" width="100" height="4"></rect><rect class="strip-expended" width="${spent.toFixed(2)}" height="4"></rect><rect class="strip-encumbered" x="${spent.toFixed(2)}" width="${committed.toFixed(2)}" height="4"></rect></svg>`;
};
const share = (part: number, whole: number) =>
  whole > 0 ? `${Math.round((100 * part) / whole)} %` : "0 %";
const amountCell = (cents: number): Html => html`<td class="num">${formatCents(cents)}</td>`;
const amountHead = (label: string): Html => html`<th scope="col" class="num">${label}</th>`;

const budgetRow = (p: BudgetPart): Html => {
  const amounts = [p.budget, p.spent, p.committed, p.budget - p.spent - p.committed];
  return html`<tr><th scope="row">${p.department}${strip(p)}</th>${amounts.map(amountCell)}</tr>`;
};

const agencyBudget = (parts: readonly BudgetPart[]): Html => {
  const sum = (pick: (part: BudgetPart) => number) => parts.reduce((n, part) => n + pick(part), 0);
  const budget = sum((p) => p.budget);
  const spent = sum((p) => p.spent);
  const committed = sum((p) => p.committed);
  const left = budget - spent - committed;
  const revenue = sum((p) => p.revenue);
  const first = parts[0]!;
  const heads = ["Budget", "Spent", "Promised", "Left"].map(amountHead);
  const sums = [budget, spent, committed, left].map(amountCell);
  const lede = html`<p class="lede">From ${formatDate(first.startsOn)} to ${formatDate(first.endsOn)} the agency may spend ${formatCents(budget)}. It has spent ${formatCents(spent)} (${share(spent, budget)}) and promised ${formatCents(committed)} to vendors; ${formatCents(left)} is left.${revenue > 0 ? ` It counts on ${formatCents(revenue)} of revenue.` : ""}</p>`;
  const head = html`<thead><tr><th scope="col">Department</th>${heads}</tr></thead>`;
  const table = html`<table class="ledger plain">${head}
    <tbody>${parts.map(budgetRow)}</tbody>
    <tfoot><tr><th scope="row">Together</th>${sums}</tr></tfoot></table>`;
  return html`<h3 class="text-18">${first.agency}, fiscal year ${first.year}</h3>${lede}
    <div class="ledger-wrap" tabindex="0" role="region" aria-label="Budget by department">${table}</div>`;
};
const byAgency = (parts: readonly BudgetPart[]) =>
  [...new Set(parts.map((part) => part.agency))].map((agency) =>
    agencyBudget(parts.filter((part) => part.agency === agency)),
  );

const requestItem = (r: PublicRequest): Html => {
  const { label, tone } = serviceCycle.statuses[r.status];
  const received = formatInstant(r.createdAt, r.timeZone);
  const near = r.latitude !== null && `Near ${r.latitude}, ${r.longitude}`;
  const place = r.address || near;
  const facts = html`${codeFact("Number", r.number)}${place && fact("Place", place)}${fact("Received", received)}${openStatus(r.status) === "open" && fact("Expected by", formatInstant(r.expectedAt, r.timeZone))}${r.lateReason && fact("Why it takes longer", lateReasons[r.lateReason])}${r.publicNote && fact("Answer", r.publicNote)}`;
  const about = r.description || "What was written is shown once the agency has looked at it.";
  return html`<li><div><h3>${r.serviceName}</h3><p>${about}</p></div><div class="aside"><span class="badge tone-${tone}">${label}</span></div>
  <dl class="facts-row">${facts}</dl></li>`;
};

/** What another area shows on the citizen portal, at the place of this name. */
type CitizenPart = { name: string; part: (app: App) => Promise<Html> };
const brought: CitizenPart[] = [];
/** Areas add to the citizen portal; the page names the places. */
export const citizenParts = extensionPoint<CitizenPart>(
  "parts of the citizen portal",
  (part) => void brought.push(part),
);

const broughtParts = async (app: App): Promise<LiveParts> =>
  Object.fromEntries(
    await Promise.all(brought.map(async ({ name, part }) => [name, await part(app)] as const)),
  );

/** The portal for citizens: reports and where they stand, budgets and orders in plain language. */
export const citizenPage: LivePage = mayLag(async (late, request, app) => {
  const { number } = asked(request);
  const db = late.published();
  const [kinds, mine, recent, budget, orders, others] = await Promise.all([
    publicServices(db),
    number ? publicRequests(db, { number, limit: 1 }) : [],
    publicRequests(db, { limit: 10 }),
    publicBudget(published(app.database)),
    ordersOf("/citizen-portal", request, app, "#orders"),
    broughtParts(app),
  ]);
  const track = html`<form class="find" method="get" action="/citizen-portal#track"><div class="field"><label class="label" for="track-number">Number of your report</label><input class="field-control mono" id="track-number" name="number" placeholder="SR-2026-00042" value="${number}"></div><button class="btn">See where it stands</button></form>
    ${number && (mine.length ? html`<ul class="finds" role="status">${mine.map(requestItem)}</ul>` : html`<p class="lede" role="status">No report has the number ${number}. Look at the letter or the page that gave it to you.</p>`)}`;
  return {
    kinds: html`<div id="report-kinds" data-kinds="${JSON.stringify(kinds)}" hidden></div>`,
    track,
    recent: recent.length
      ? html`<ul class="finds">${recent.map(requestItem)}</ul>`
      : html`<p class="lede">Nothing has been reported yet.</p>`,
    budget: budget.length
      ? html`${byAgency(budget)}`
      : html`<p class="lede">No agency here has published its budget.</p>`,
    orders,
    ...others,
  };
});

/**
 * What can be won now, and what was ordered lately; where the address names a solicitation, that
 * one alone.
 */
export const opportunitiesPage: LivePage = async (app, request) => {
  const named = ["id", "number"].some(
    (name) => one((request.query as Record<string, unknown>)[name]) !== "",
  );
  const [notices, orders] = await Promise.all([
    noticesPart(app, request),
    named ? null : ordersOf("/public-opportunities", request, app),
  ]);
  return {
    notices,
    orders: orders
      ? html`<h2 class="serif text-28 mt-10 mb-4">What agencies ordered</h2>${orders}`
      : html``,
  };
};
