import { audit } from "#server/audit/audit.ts";
export const planted = (tx, actor, entry) => audit(tx, actor, entry);
