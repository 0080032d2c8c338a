import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import type { BookContent } from "./book.model.ts";

type Published = { id: string; versionNo: number; hash: string; content: BookContent };

/** A book that an agency published, read with the published role; 404 for others. */
export const publicBook = async (app: App, id: string): Promise<Published> => {
  const row = await published(app.database).maybe<Published>(sql`
    select id, version_no, hash, content
    from budget_book
    where id = ${id}
  `);
  if (!row) throw notFound("book");
  return row;
};

// The newest of each agency, year and stage.
const newest = (app: App) =>
  published(app.database).rows<Published>(sql`
    select distinct on (org_id, content ->> 'year', stage) id, version_no, hash, content
    from budget_book
    order by org_id, content ->> 'year', stage, version_no desc
    limit 20
  `);

const line = (a: BookContent["departments"][number]["accounts"][number]): Html =>
  html`<tr><th scope="row">${a.label}</th><td class="num">${formatCents(a.before)}</td><td class="num">${formatCents(a.cents)}</td></tr>`;

const department = (d: BookContent["departments"][number]): Html => {
  const lines = d.accounts.filter((a) => a.class === "expenditure" || a.class === "transfer_out");
  const amounts = ["Year before", "This budget"].map(
    (label) => html`<th scope="col" class="num">${label}</th>`,
  );
  const heads = html`<tr><th scope="col">What for</th>${amounts}</tr>`;
  return html`<details><summary>${d.department}: ${formatCents(d.cents)}</summary>
    <div class="ledger-wrap" tabindex="0" role="region" aria-label="Lines of ${d.department}">
    <table class="ledger plain"><thead>${heads}</thead><tbody>${lines.map(line)}</tbody></table>
    </div></details>`;
};

const bookPart = ({ id, versionNo, hash, content: b }: Published): Html => {
  const total = b.departments.reduce((sum, d) => sum + d.cents, 0);
  const before = b.departments.reduce((sum, d) => sum + d.before, 0);
  const more = total - before;
  const compared =
    more === 0
      ? "as much as the year before"
      : `${formatCents(Math.abs(more))} ${more > 0 ? "more" : "less"} than the year before`;
  const decided = b.decision
    ? html`The governing body adopted it on ${formatDate(b.decision.decidedOn)} (${b.decision.resolution}).`
    : "It is proposed: the governing body has not decided yet.";
  const files = ["pdf", "csv", "html"].map(
    (kind) => html` <a href="/api/v1/public/budget-books/${id}.${kind}">${kind.toUpperCase()}</a>`,
  );
  const stage = b.stage === "adopted" ? "adopted" : "proposed";
  const will = b.stage === "adopted" ? "will" : "wants to";
  return html`<h3 class="text-18">${b.agency}, ${stage} budget ${b.year}</h3>
    <p class="lede">The agency ${will} spend ${formatCents(total)}, ${compared}. ${decided}</p>
    ${b.departments.map(department)}
    <p>The whole book, version ${versionNo}:${files}.
      <span class="text-13">SHA-256 <code>${hash}</code></span></p>`;
};

/** The budget books on the citizen portal, in plain words, each department with its lines. */
export const booksOnPortal = async (app: App): Promise<Html> => {
  const books = await newest(app);
  return books.length
    ? html`${books.map(bookPart)}`
    : html`<p class="lede">No agency here has published a budget book.</p>`;
};
