import type { FastifyRequest } from "fastify";
import { formatInstant } from "#kernel/dates.ts";
import { html, type Html } from "#kernel/html.ts";
import { counted } from "#kernel/words.ts";
import { published } from "#server/db/scopes/published.ts";
import type { App } from "#server/app.ts";
import { noticePath } from "./feed.model.ts";
import type { Notice } from "./notice.model.ts";
import type { PublicOutcome } from "./opportunity.model.ts";
import { outcomePart } from "./outcome.live.service.ts";
import { publicOutcome } from "./public-outcome.service.ts";
import {
  pageSize,
  publicSolicitation,
  publicSolicitations,
  type PublicSolicitation,
} from "./public.service.ts";
import {
  awardBy,
  criterionKinds,
  kinds,
  priceFormulas,
  protections,
  requirementKinds,
  solicitationStatuses,
} from "./solicitation.labels.ts";

const base = "/public-opportunities";
const one = (value: unknown, most = 80): string =>
  typeof value === "string" ? value.trim().slice(0, most) : "";
const plain = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const badge = (status: Notice["status"]) =>
  html`<span class="badge tone-${solicitationStatuses[status].tone}">${solicitationStatuses[status].label}</span>`;
const shows = { open: "Open now", closed: "Closed", all: "All" } as const;
type Show = keyof typeof shows;

const asked = (request: FastifyRequest) => {
  const query = request.query as Record<string, unknown>;
  const show = one(query["show"], 8);
  const kind = one(query["kind"], 4);
  return {
    q: one(query["q"]),
    show: (show in shows ? show : "open") as Show,
    kind: kind in kinds ? kind : "",
    code: one(query["code"], 12),
    agency: one(query["agency"]),
    number: one(query["number"], 40),
    id: /^[0-9a-f-]{36}$/.test(one(query["id"], 36)) ? one(query["id"], 36) : "",
    page: Math.min(Math.max(Number.parseInt(one(query["page"], 6), 10) || 1, 1), 10_000),
  };
};

const fact = (name: string, value: unknown, mono = false): Html =>
  html`<div><dt>${name}</dt><dd${mono && html` class="mono"`}>${value as string}</dd></div>`;
const noticeFacts = (n: Notice): Html =>
  html`<dl class="facts-row">${[
    fact("Number", n.number, true),
    fact("Kind", kinds[n.kind]),
    n.questionsUntil && fact("Questions until", formatInstant(n.questionsUntil, n.timeZone)),
    n.addenda > 0 && fact("Addenda", n.addenda),
  ]}</dl>`;
const item = (n: Notice): Html => html`<li>${[
  html`<div><h3><a href="${noticePath(n)}">${n.title}</a></h3>`,
  html`<p>${n.agency}, ${n.department}</p>${n.summary && html`<p>${n.summary}</p>`}</div>`,
  html`<div class="aside">${badge(n.status)}<br>`,
  html`<b>Due ${formatInstant(n.dueAt, n.timeZone)}</b></div>`,
]}
  ${noticeFacts(n)}</li>`;

const option = (value: string, label: string, chosen: string) =>
  html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`;
const chooser = (id: string, name: string, label: string, options: readonly Html[]): Html =>
  html`<div class="field"><label class="label" for="${id}">${label}</label>${[
    html`<select class="field-control" id="${id}" name="${name}">${options}</select></div>`,
  ]}`;
const searchForm = ({ q, show, kind, code }: ReturnType<typeof asked>): Html =>
  html`<form class="find" method="get" action="${base}" role="search" aria-label="Among these notices">${[
    html`<div class="field">`,
    html`<label class="label" for="sol-q">What you supply, or a number</label>`,
    html`<input class="field-control" id="sol-q" type="search" name="q" value="${q}"></div>`,
  ]}
    ${chooser(
      "sol-show",
      "show",
      "Show",
      Object.entries(shows).map(([value, label]) => option(value, label, show)),
    )}
    ${chooser("sol-kind", "kind", "Kind", [
      option("", "Every kind", kind),
      ...Object.entries(kinds).map(([value, label]) => option(value, label, kind)),
    ])}
    ${[
      html`<div class="field"><label class="label" for="sol-code">Commodity begins with</label>`,
      html`<input class="field-control" id="sol-code" name="code" inputmode="numeric"`,
      html` value="${code}"></div><button class="btn btn-primary">Search</button></form>`,
    ]}`;
const nothing = (q: string, show: string): Html =>
  html`<p class="lede">Nothing fits${q && html` “${q}”`}. ${
    show === "open" && html`<a href="${base}?show=all">Show closed ones too</a>`
  }</p>`;
const pager = (page: number, more: boolean, to: (n: number) => string): Html =>
  html`<nav class="pages" aria-label="Pages">${[
    page > 1 && html`<a class="btn" rel="prev" href="${to(page - 1)}">Previous</a>`,
    html`<span>Page ${page}</span>`,
    more && html`<a class="btn" rel="next" href="${to(page + 1)}">Next</a>`,
  ]}</nav>`;
const feeds = "/api/v1/public";
const alsoAs = html`<p class="text-13">Also as ${[
  html`<a href="${feeds}/solicitations.rss">RSS</a>, `,
  html`<a href="${feeds}/solicitations.ics">calendar</a>, `,
  html`<a href="${feeds}/ocds/releases">OCDS releases</a> and `,
  html`<a href="${feeds}/solicitations">JSON</a>.</p>`,
]}`;
const list = async (app: App, sought: ReturnType<typeof asked>): Promise<Html> => {
  const { q, show, kind, code, page } = sought;
  const found = await publicSolicitations(published(app.database), {
    q,
    show,
    kind,
    code,
    agency: sought.number ? "" : sought.agency,
    page,
  });
  const to = (n: number) =>
    `${base}?${new URLSearchParams({ q, show, kind, code, page: String(n) })}`;
  const more = found.items.length === pageSize && (found.capped || page * pageSize < found.total);
  return html`${searchForm(sought)}
    <h2 class="text-18">${found.capped ? "More than " : ""}${counted(found.total, "solicitation")}</h2>
    ${found.items.length ? html`<ul class="finds">${found.items.map(item)}</ul>` : nothing(q, show)}
    ${(page > 1 || more) && pager(page, more, to)}
    ${alsoAs}`;
};

const table = (label: string, head: readonly string[], rows: readonly Html[]) =>
  html`<div class="ledger-wrap" tabindex="0" role="region" aria-label="${label}">${[
    html`<table class="ledger plain"><thead><tr>${head.map((h) => html`<th scope="col">${h}</th>`)}`,
    html`</tr></thead><tbody>${rows}</tbody></table></div>`,
  ]}`;
const itemTable = (s: PublicSolicitation, lotId: string | null, label: string) =>
  table(
    label,
    ["No.", "Description", "Commodity", "Quantity"],
    s.items
      .filter((i) => i.lotId === lotId)
      .map(
        (i) =>
          html`<tr><td>${i.itemNo}</td>${[
            html`<td>${i.description}${i.alternates && " (or equal)"}</td>`,
            html`<td class="mono">${i.commodityCode ?? "—"}</td>`,
            html`<td>${plain(i.quantity)} ${i.unit}</td></tr>`,
          ]}`,
      ),
  );
const facts = (pairs: readonly (readonly [string, unknown])[]) =>
  html`<dl class="facts-row">${pairs
    .filter(([, value]) => value)
    .map(([name, value]) => fact(name, value))}</dl>`;

const lotOf = (s: PublicSolicitation, lot: PublicSolicitation["lots"][number]): Html =>
  html`<h2>Lot ${lot.lotNo}: ${lot.title}</h2>${[
    lot.description && html`<p>${lot.description}</p>`,
    itemTable(s, lot.id, `Items of lot ${lot.lotNo}`),
  ]}`;
const itemsOf = (s: PublicSolicitation) =>
  s.lots.length
    ? s.lots.map((lot) => lotOf(s, lot))
    : s.items.length > 0 && html`<h2>Items</h2>${itemTable(s, null, "Items")}`;
const documentOf = (s: PublicSolicitation, d: PublicSolicitation["documents"][number]): Html =>
  html`<li><div>${[
    html`<h3><a href="${feeds}/solicitations/${s.id}/documents/${d.id}">${d.title}</a></h3>`,
    html`<p>${d.name}, ${Math.max(1, Math.round(d.size / 1000))} KB`,
    d.addendumNo !== null && `, addendum ${d.addendumNo}`,
  ]}</p></div></li>`;
const documentsOf = (s: PublicSolicitation): Html =>
  html`<h2>Documents</h2><ul class="finds">${s.documents.map((d) => documentOf(s, d))}</ul>`;
const addendum = (s: PublicSolicitation, a: PublicSolicitation["addendaList"][number]): Html =>
  html`<h3>Addendum ${a.addendumNo}: ${a.title}</h3>${[
    html`<p>${formatInstant(a.publishedAt, s.timeZone)}${a.material && ", material"}`,
    a.dueAfter !== a.dueBefore && html`. Now due ${formatInstant(a.dueAfter, s.timeZone)}`,
    html`</p><p>${a.text}</p>`,
    a.changes.length > 0 &&
      html`<ul>${a.changes.map(
        (c) => html`<li>${c.what}: ${c.before && `${c.before} → `}${c.after}</li>`,
      )}</ul>`,
  ]}`;
const parts = (s: PublicSolicitation): Html => html`
  ${itemsOf(s)}
  ${s.documents.length > 0 && documentsOf(s)}
  ${
    s.criteria.length > 0 &&
    html`<h2>How proposals are scored</h2>${table(
      "Criteria",
      ["Criterion", "Kind", "Weight"],
      s.criteria.map(
        (c) =>
          html`<tr><td>${c.name}${[
            c.guidance && html`<br><small>${c.guidance}</small>`,
            html`</td><td>${criterionKinds[c.kind]}</td><td>${plain(c.weight)}</td></tr>`,
          ]}`,
      ),
    )}`
  }
  ${
    s.requirements.length > 0 &&
    html`<h2>${s.kind === "rfi" ? "Questions" : "Answers and documents asked for"}</h2>${table(
      "Asked for",
      ["What", "Answered by", "Required"],
      s.requirements.map(
        (r) =>
          html`<tr><td>${r.label}${r.guidance && html`<br><small>${r.guidance}</small>`}</td><td>${requirementKinds[r.kind]}</td><td>${r.mandatory ? "Yes" : "No"}</td></tr>`,
      ),
    )}`
  }
  ${s.addendaList.length > 0 && html`<h2>Addenda</h2>${s.addendaList.map((a) => addendum(s, a))}`}
  ${s.questions.length > 0 && html`<h2>Questions and answers</h2>${s.questions.map((q) => html`<h3>Question ${q.questionNo}</h3><p>${q.question}</p><p>${q.answer}</p>`)}`}
  ${
    s.clauses.filter((c) => !c.leftOut).length > 0 &&
    html`<h2>Clauses</h2>${table(
      "Clauses",
      ["Clause", "Source"],
      s.clauses
        .filter((c) => !c.leftOut)
        .map((c) => html`<tr><td><b>${c.title}</b><br>${c.text}</td><td>${c.citation}</td></tr>`),
    )}`
  }`;

const notice = (
  s: PublicSolicitation,
  outcome: PublicOutcome,
): Html => html`<p><a href="${base}">All solicitations</a></p><article class="notice-page"><p>${badge(s.status)} <span class="mono">${s.number}</span></p><h2 class="serif text-28">${s.title}</h2><p class="lede">${s.summary || kinds[s.kind]}</p>
  ${facts([
    ["Agency", `${s.agency}, ${s.department}`],
    ["Kind", kinds[s.kind]],
    ["Published", formatInstant(s.publishedAt, s.timeZone)],
    ["Questions until", s.questionsUntil && formatInstant(s.questionsUntil, s.timeZone)],
    ["Due", formatInstant(s.dueAt, s.timeZone)],
    [
      "Pre-bid meeting",
      s.prebidAt &&
        `${formatInstant(s.prebidAt, s.timeZone)}, ${s.prebidPlace}${s.prebidMandatory ? " (attendance required)" : ""}`,
    ],
    ["Award", s.kind === "rfi" ? null : `${awardBy[s.awardBy]}. ${priceFormulas[s.priceFormula]}`],
    ["Deliver to", s.deliverTo],
    ["Set aside", s.setAside],
    ["Bid guarantee", s.bidBondPercent && `${plain(s.bidBondPercent)} %`],
    ["Contact", [s.contactName, s.contactEmail].filter(Boolean).join(", ")],
    ["Ended", s.endedReason],
  ])}
  ${s.open ? html`<p><a class="btn btn-primary" href="/opportunities/${s.id}">Answer it in the vendor portal</a> <a class="btn" href="/api/v1/public/solicitations/${s.id}/calendar.ics">Add the dates to a calendar</a> <a class="btn btn-quiet" href="/api/v1/public/ocds/records/${s.ocid}">Open data record</a></p><p class="text-13">${protections[s.protection]}.</p>` : html`<p><a class="btn btn-quiet" href="/api/v1/public/ocds/records/${s.ocid}">Open data record</a></p>`}
  ${outcomePart(outcome, s.timeZone)}
  ${s.description && html`<h2>${s.kind === "rfi" ? "Background" : "Scope"}</h2>${s.description.split(/\n{2,}/).map((p) => html`<p>${p}</p>`)}`}${parts(s)}</article>`;

/** What can be won now: the list, or one solicitation where the address names it. */
export const noticesPart = async (app: App, request: FastifyRequest): Promise<Html> => {
  const sought = asked(request);
  const db = published(app.database);
  if (!sought.id && !(sought.agency && sought.number)) return list(app, sought);
  const found = await publicSolicitation(
    db,
    sought.id ? { id: sought.id } : { slug: sought.agency, number: sought.number },
  ).catch((error: { kind?: string }) => {
    if (error.kind === "notFound") return null;
    throw error;
  });
  return found
    ? notice(found, await publicOutcome(db, found.id))
    : html`<p class="lede" role="status">No published solicitation has this address. It may be for invited vendors alone.</p>${await list(app, { ...sought, agency: "" })}`;
};
