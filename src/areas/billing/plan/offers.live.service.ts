import { html, scriptData, type Html } from "#kernel/html.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { forEverybody } from "#server/http/live.ts";
import { operatingAgency } from "#server/operation/running-agency.ts";
import { descriptions } from "#web/site/descriptions.ts";
import { originMark } from "#web/site/origin.ts";
import { applicationBlock } from "#web/site/structuredData.ts";
import { limitsInWords, offerPrice, type OfferShown } from "./plan.labels.ts";
import { offersOf } from "./plan.service.ts";
import { shippedOffers } from "./plan.data.ts";

/** The public offers in force; before the first agency those that an installation begins with. */
const publicOffers = async ({ database }: App): Promise<readonly Omit<OfferShown, "id">[]> => {
  const operator = await operatingAgency(database);
  return operator ? offersOf(published(database), operator.id) : shippedOffers;
};

const offer = (one: Omit<OfferShown, "id">): Html => {
  const lines = [...one.includes, ...limitsInWords(one)].map((line) => html`<li>${line}</li>`);
  const trial =
    one.trialDays > 0 ? html`<p>${one.trialDays} days on trial, without a bill.</p>` : html``;
  return html`<div class="panel"><h2>${one.name}</h2>
    <p class="plan-price"><b>${offerPrice(one.monthlyCents)}</b> a month</p>
    <p>${one.audience}</p>${trial}<ul>${lines}</ul></div>`;
};

/** The offers on the pricing page, as they are in force when it is read. */
export const pricingPage = forEverybody(async (app) => {
  const offers = await publicOffers(app);
  return {
    offers: offers.length
      ? html`<section class="plans" aria-label="Offers">${offers.map(offer)}</section>`
      : html`<p class="lede">Nothing is offered at the moment. Write to us.</p>`,
  };
});

/** The landing page's block of the product, with the prices that are in force when it is read. */
export const landingPage = forEverybody(async (app) => {
  const offers = await publicOffers(app);
  const block = applicationBlock(
    descriptions["/"] ?? "",
    offers.map(({ monthlyCents }) => monthlyCents),
  );
  const text = JSON.stringify(block).replaceAll(originMark, app.config.origin);
  return { application: scriptData(JSON.parse(text) as object) };
});
