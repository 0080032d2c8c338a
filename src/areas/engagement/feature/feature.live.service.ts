import { html, type Html } from "#kernel/html.ts";
import type { LivePage } from "#server/http/live.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { featureCycle } from "./feature.labels.ts";
import type { PublicFeature } from "./feature.model.ts";
import { knownMark, publicFeatures } from "./feature.service.ts";

const wish = (feature: PublicFeature): Html => {
  const status = featureCycle.statuses[feature.status];
  const { voted } = feature;
  const pressed = voted ? "true" : "false";
  const label = html`<span>${voted ? "Voted" : "Vote"}</span><span class="visually-hidden"> for ${feature.title}</span>`;
  const button = html`<button class="btn vote" aria-pressed="${pressed}"><b>${feature.votes}</b>${label}</button>`;
  const other = html`<input type="hidden" name="on" value="${voted ? "false" : "true"}">`;
  const action = `/api/v1/public/feature-requests/${feature.id}/vote`;
  const vote = html`<form method="post" action="${action}">${other}${button}</form>`;
  const badge = html`<span class="badge tone-${status.tone}">${status.label}</span>`;
  return html`<li class="wish">${vote}
    <div><h2>${feature.title}</h2><p>${feature.description}</p></div>${badge}</li>`;
};

/** The published wishes in the page, so that it reads and votes without script. */
export const featurePage: LivePage = async (app, request) => {
  const host = await hostAgency(app).catch(() => null);
  const features = host
    ? await publicFeatures(app.database.read(visitorIn(host)), host, knownMark(request))
    : [];
  return {
    wishes: features.length
      ? html`<ul class="wishes">${features.map(wish)}</ul>`
      : html`<p class="lede">No wish is published yet. Yours can be the first.</p>`,
  };
};
