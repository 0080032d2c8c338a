import { html, type Html } from "#kernel/html.ts";
import type { App } from "#server/app.ts";
import { publicReports } from "./public.service.ts";

/** Published reports on the citizen portal, each with what it shows. */
export const reportsPart = async (app: App): Promise<Html> => {
  const reports = await publicReports(app).catch(() => []);
  if (!reports.length) return html`<p class="lede">No report is published at present.</p>`;
  const item = ({ slug, title, says }: (typeof reports)[number]): Html =>
    html`<li><a href="/citizen-portal/reports/${slug}">${title}</a><p>${says}</p></li>`;
  const spending = html`<a href="/citizen-portal/spending">Public spending</a>`;
  const catalog = html`<a href="/data.json">catalog of open data</a>`;
  return html`<ul class="finds">${reports.map(item)}</ul><p class="lede">${spending}; for programs the ${catalog}.</p>`;
};
