import { runMatch } from "#areas/finance/invoice/match.service.ts";
export const planted = runMatch;
