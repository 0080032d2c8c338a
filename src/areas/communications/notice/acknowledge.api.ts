import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { brokenLink } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { answerEndpoints } from "#server/mail/answer-page.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import { asParagraphs } from "../merge/markdown.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import { readToken } from "#server/mail/letter-link.ts";
import { acknowledge } from "./notice.read.service.ts";

type Told = {
  name: string;
  subject: string;
  body: string;
  acknowledgeBy: Day;
  acknowledgedAt: string | null;
};

const toldOf = async (app: App, token: string) => {
  const { orgId, id } = readToken("notice-acknowledge", token);
  const db = app.database.read({ orgId, personId: null });
  const told = await db.maybe<Told>(sql`
    select r.name, n.subject, n.body, n.acknowledge_by, r.acknowledged_at
    from notice_recipient r
    join mass_notice n on n.org_id = r.org_id and n.id = r.notice_id
    where r.org_id = ${orgId} and r.id = ${id} and n.acknowledge_by is not null
  `);
  if (!told) throw brokenLink();
  const agency = (await agencyNames(db, [orgId])).get(orgId) ?? "";
  const values = new Map([
    ["name", told.name],
    ["agency.name", agency],
  ]);
  return {
    agency,
    told,
    title: merged(told.subject, values),
    paragraphs: asParagraphs(merged(told.body, values, plainInMarkdown)),
  };
};

/** Whoever got a notice reads it again and says that they read it, without an account. */
export const acknowledgeEndpoints: readonly Endpoint[] = answerEndpoints({
  path: "/api/v1/public/notices/{token}",
  summary: "Acknowledge a notice by the link of its letter",
  params: z.object({ token: z.string().min(20).max(200) }),
  why: "You opened this page by a link in a letter. Whoever has the link can confirm in your name.",
  page: async (app, { token }) => {
    const { agency, told, title, paragraphs } = await toldOf(app, token);
    return told.acknowledgedAt
      ? { title, agency, paragraphs: [...paragraphs, "You have confirmed this notice."] }
      : {
          title,
          agency,
          paragraphs: [
            ...paragraphs,
            `Please confirm by ${formatDate(told.acknowledgeBy)} that you read this, as ${told.name}.`,
          ],
          ask: "I have read this notice",
        };
  },
  act: async (app, { token }) => {
    const { orgId, id } = readToken("notice-acknowledge", token);
    const { agency, told } = await toldOf(app, token);
    const actor = systemActor(orgId, undefined, "Link of a notice");
    await app.database.transaction(actor, (tx) =>
      acknowledge(tx, actor, id, `${told.name}, by the link`),
    );
    return {
      title: "Thank you",
      agency,
      paragraphs: ["It is written down that you read this notice. There is nothing more to do."],
    };
  },
});
