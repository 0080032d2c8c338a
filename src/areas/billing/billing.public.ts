import { plans } from "./plan.model.ts";

export { plans } from "./plan.model.ts";

/** The cheapest and the dearest offer, in cents a month. */
export const lowestPrice = Math.min(...plans.map((plan) => plan.monthlyCents));
export const highestPrice = Math.max(...plans.map((plan) => plan.monthlyCents));
