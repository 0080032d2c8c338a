import { z } from "zod";
import { notAllowed } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";

const config = z.record(z.string(), z.unknown());
const organization = z.object({ name: z.string(), branding_config: config.nullable() });
type Row = {
  personId: string;
  orgId: string;
  name: string;
  branding: Record<string, unknown> | null;
};
type Agent = {
  brandingConfig: Record<string, unknown>;
  welcomeMessage: string | null;
  name: string;
  branding: Record<string, unknown> | null;
};

/** SPEC 7, table calls: the member's organization, and an agent, each as a single row or null. */
export const brandingEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/organization_members",
    permission: "signed-in",
    tag: "assistant",
    summary:
      "Your membership in the agency in which you work, with its name and branding; null without one",
    query: z.object({ user_id: z.uuid("Invalid UUID format").optional() }),
    response: z
      .object({ user_id: z.string(), organization_id: z.string(), organization })
      .nullable(),
    handler: async ({ db, actor, query }) => {
      if (query.user_id && query.user_id !== actor.personId) throw notAllowed();
      const row = await db.maybe<Row>(sql`
        select m.person_id, m.org_id, o.name, o.settings->'branding' as branding
        from organization_member m
        join organization o on o.id = m.org_id
        where m.org_id = ${actor.orgId} and m.person_id = ${actor.personId} and m.active
      `);
      return (
        row && {
          user_id: row.personId,
          organization_id: row.orgId,
          organization: { name: row.name, branding_config: row.branding },
        }
      );
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/product_agents/{id}",
    permission: "signed-in",
    tag: "assistant",
    summary: "An agent of your agency: branding and first words; null when there is none",
    params: idParams,
    response: z
      .object({ branding_config: config, welcome_message: z.string().nullable(), organization })
      .nullable(),
    handler: async ({ db, actor, params }) => {
      const row = await db.maybe<Agent>(sql`
        select a.branding_config, a.welcome_message, o.name, o.settings->'branding' as branding
        from product_agent a
        join organization o on o.id = a.org_id
        where a.org_id = ${actor.orgId} and a.id = ${params.id}
      `);
      return (
        row && {
          branding_config: row.brandingConfig,
          welcome_message: row.welcomeMessage,
          organization: { name: row.name, branding_config: row.branding },
        }
      );
    },
  }),
];
