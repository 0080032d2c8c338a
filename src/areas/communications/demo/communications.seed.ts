import { systemActor, type Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { acknowledge } from "../notice/notice.read.service.ts";
import type { NoticeInput } from "../notice/notice.model.ts";
import { draftNotice, moveNotice } from "../notice/notice.service.ts";
import { sendSome } from "../notice/sending.jobs.ts";
import { templates } from "../template/template.service.ts";
import { addTopic, askForTopics, settleSubscription } from "../topic/topic.service.ts";
import { boilWater, demoTemplates, demoTopics, newAddress, onCall } from "./communications.data.ts";

const subscribers = 12;
const acknowledged = 2;

const as = <T>(app: App, actor: Actor, work: (tx: Tx) => Promise<T>) =>
  app.database.transaction(actor, work);

const writeTemplates = async (app: App, writer: Actor): Promise<void> => {
  for (const input of demoTemplates)
    await as(app, writer, async (tx) => {
      const draft = await templates.draft(tx, writer, input);
      await templates.publish(tx, writer, draft.id, draft.version);
    });
};

/** Neighbors who asked for notices on the citizen portal, and confirmed. */
const subscribeNeighbors = async (app: App, topicId: string, at: string): Promise<void> => {
  const visitor = { ...systemActor(carverCountyId, undefined, "Public site"), businessNow: at };
  for (let n = 1; n <= subscribers; n++)
    await as(app, visitor, async (tx) => {
      const email = `neighbor${n}@citizen.levee.test`;
      await askForTopics(tx, visitor, { email, topicId, website: "" });
      const { id } = await tx.one<{ id: string }>(sql`
        select id
        from notice_subscriber
        where org_id = ${carverCountyId} and email = ${email}
      `);
      await settleSubscription(tx, visitor, id, false);
    });
};

type Told = { input: NoticeInput; writer: Actor; approver: Actor };

/** A notice that another person approved and that went out. */
const send = async (app: App, { input, writer, approver }: Told): Promise<string> => {
  const { id } = await as(app, writer, (tx) => draftNotice(tx, writer, input));
  const step = { id, version: null };
  await as(app, approver, (tx) => moveNotice(tx, approver, "approve", step, null));
  await as(app, writer, (tx) => moveNotice(tx, writer, "send", step, null));
  while (await as(app, writer, (tx) => sendSome(tx, writer, id)));
  const system = { ...writer, kind: "system" } as const;
  await as(app, system, (tx) => moveNotice(tx, system, "finish", step, null));
  return id;
};

const someAcknowledge = async (app: App, reader: Actor, noticeId: string): Promise<void> => {
  await as(app, reader, async (tx) => {
    const people = await tx.rows<{ id: string; name: string }>(sql`
      select id, name
      from notice_recipient
      where org_id = ${carverCountyId} and notice_id = ${noticeId}
      order by name
      limit ${acknowledged}
    `);
    for (const { id, name } of people)
      await acknowledge(tx, { ...reader, kind: "system", name }, id, `${name}, by the link`);
  });
};

/** Templates in force, topics with subscribers, a boil-water notice, and one that waits for approval. */
export const seedCommunications = async (app: App, log: (line: string) => void): Promise<void> => {
  log("templates and notices");
  const now = new Date();
  const at = (days: number) => later(now, days).toISOString();
  const writer = (days: number) => demoActor("manager", at(days));
  const approver = (days: number) => demoActor("admin", at(days));
  await writeTemplates(app, writer(-40));
  const topics = [];
  for (const topic of demoTopics)
    topics.push(await as(app, writer(-40), (tx) => addTopic(tx, writer(-40), topic)));
  const water = topics[0]!.id;
  await subscribeNeighbors(app, water, at(-30));
  await send(app, { input: boilWater(water), writer: writer(-3), approver: approver(-3) });
  const staff = await send(app, {
    input: onCall(["receiver", "ap", "buyer", "duty_officer"]),
    writer: writer(-1),
    approver: approver(-1),
  });
  await someAcknowledge(app, writer(-0.5), staff);
  await as(app, approver(-0.2), (tx) => draftNotice(tx, approver(-0.2), newAddress));
  await readNoticesOf(app, carverCountyId, ["notice"]);
};
