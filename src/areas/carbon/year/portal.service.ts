import { html, type Html } from "#kernel/html.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { potentialSets, type PotentialKey } from "../factor/potentials.data.ts";
import { shownTons } from "../line/gas.model.ts";
import { causes, scopes, type Cause } from "./year.labels.ts";
import type { Difference, Totals } from "./year.model.ts";

type Shown = {
  orgId: string;
  number: string;
  status: "published" | "restated";
  year: number;
  potentials: PotentialKey;
  totals: Totals;
  difference: Difference | null;
  why: string;
};

const scopesOf = ({ byScope }: Totals): string =>
  (Object.keys(scopes) as (keyof typeof scopes)[])
    .map((scope) => `${scopes[scope]} ${shownTons(byScope[scope] ?? 0)}`)
    .join("; ");

const restatedBy = ({ difference, why }: Shown): string =>
  difference === null
    ? ""
    : ` Restated (${why}) from ${shownTons(difference.from)}: ${(Object.keys(causes) as Cause[])
        .filter((cause) => difference[cause] !== 0)
        .map((cause) => `${causes[cause].toLowerCase()} ${shownTons(difference[cause])}`)
        .join(", ")}.`;

const item = (one: Shown): Html =>
  html`<li><div><h4>${one.year}: ${shownTons(one.totals.grams)} of CO2e${one.status === "restated" && ", as it was published before"}</h4><p>${scopesOf(one.totals)}. Gross, electricity by location; ${potentialSets[one.potentials].label}.${restatedBy(one)}</p></div></li>`;

/** The published carbon years on the citizen portal, restated ones beside what took their place. */
export const carbonOnPortal = async (app: App): Promise<Html> => {
  const db = published(app.database);
  const years = await db.rows<Shown>(sql`
    select y.org_id, y.number, y.status, y.year, y.potentials, y.totals, y.difference, y.why
    from carbon_year y
    order by y.org_id, y.year desc, y.version_no desc
    limit 100
  `);
  if (years.length === 0)
    return html`<p class="lede">No agency here has published what it emits.</p>`;
  const names = await agencyNames(
    db,
    years.map(({ orgId }) => orgId),
  );
  const agencies = [...names].toSorted(([, a], [, b]) => a.localeCompare(b));
  return html`${agencies.map(([orgId, name]) => {
    const own = years.filter((one) => one.orgId === orgId);
    return html`<h3 class="text-18">${name}</h3>
      <ul class="finds">${own.map(item)}</ul>`;
  })}`;
};
