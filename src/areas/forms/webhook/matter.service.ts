import { countDisabledEndpoints } from "#server/webhooks/disabling.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";

/** Receivers of webhooks that were switched off because they no longer answered. */
export const disabledWebhooks: AdminMatter = {
  id: "webhooks",
  one: "webhook receiver is switched off",
  many: "webhook receivers are switched off",
  about: "What happened meanwhile is kept and can be sent again.",
  href: "/utility-form-filler?tab=webhooks",
  permission: "webhook.read",
  count: countDisabledEndpoints,
};
