import { financePages } from "#areas/finance/finance.pages.ts";
export const planted = financePages;
