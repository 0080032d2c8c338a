import { html, type Html } from "#kernel/html.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { formsOffered } from "./sheet.service.ts";

/** The forms that everybody may fill in, on the citizen portal. */
export const formsOnPortal = async (app: App): Promise<Html> => {
  const forms = await formsOffered(published(app.database), "public");
  if (forms.length === 0)
    return html`<p class="lede">No agency here has a form for everybody at the moment.</p>`;
  return html`<ul class="finds">${forms.map(
    ({ name, about, slug, agency }) =>
      html`<li><div><h3><a href="/citizen-portal/forms/${slug}">${name}</a></h3>${about && html`<p>${about}</p>`}</div>
<div class="aside">${agency}</div></li>`,
  )}</ul>`;
};
