import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { todayOf } from "#server/restored/clocks.ts";
import { keepAsked, morningActor } from "../acknowledgement/asked.service.ts";
import { endCertificates } from "../certificate/certificate.service.ts";

/** Each morning of an agency: certificates end, newcomers are asked, what is late is told once. */
export const policiesDay: AgencyDay = {
  name: "agency-policies",
  at: "00:10",
  afterRestore: {
    kind: "courses",
    due: `
      select count(*)::int as due, 0 as people, min(c.valid_until)::timestamptz as since
      from agency_certificate c
      where c.status = 'published' and c.valid_until < ${todayOf("c.org_id")}
    `,
  },
  run: async (app, orgId) => {
    const actor = morningActor(orgId);
    await app.database.transaction(actor, (tx) => endCertificates(tx, actor));
    await app.database.transaction(actor, keepAsked);
  },
};
