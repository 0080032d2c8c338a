import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "#server/testing/stand-in.ts";
import { sendDueWebhooks } from "#server/webhooks/send.ts";
import { blankField } from "../form/form.labels.ts";
import { formInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import type { DeliveryRow } from "./delivery.model.ts";
import type { Destination } from "./destination.labels.ts";
import { printJob } from "./print.service.ts";
import { settleLetters } from "./settle.service.ts";

let t: TestDatabase;
let house: App;
let http: FastifyInstance;
let jobs: Jobs;
let receiver: StandIn;
let says: StandInAnswer = {};
let people: Record<"admin" | "clerk" | "reviewer", Actor>;
let stranger: Actor;
let asking: Actor;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const call = async (
  who: Actor,
  method: "GET" | "POST",
  path: string,
  payload?: object,
  version?: number,
) => {
  asking = who;
  const answer = await http.inject({
    method,
    url: `/api/v1/${path}`,
    ...(payload && { payload }),
    headers: {
      ...(method === "POST" && { "idempotency-key": newId() }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  const json = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, body: json ? answer.json<any>() : null, raw: answer };
};

beforeAll(async () => {
  t = await freshDatabase();
  receiver = await openStandIn(() => says);
  const allow = [{ host: "localhost", port: receiver.port, clear: true }];
  house = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  people = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
    clerk: {},
    reviewer: { role: "manager" },
  });
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  jobs = await startJobs(house, t.ownerUrl, [printJob]);
  http = await buildApp({
    ...house,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => asking,
  });
});
afterAll(async () => {
  await http.close();
  await jobs.stop();
  await house.outgoing.close();
  await receiver.close();
  await t.drop();
});

let made = 0;
const publish = async (destinations: Destination[]) => {
  const input = formInput.parse({
    name: "Permit",
    slug: `permit-${made++}`,
    destinations,
    pages: [
      {
        title: "Road",
        sections: [{ title: "", fields: [blankField("road", "text", "Which <road>")] }],
      },
    ],
  });
  const draft = await as(people.admin, (tx) => forms.draft(tx, people.admin, input));
  return as(people.admin, (tx) => forms.publish(tx, people.admin, draft.id, draft.version));
};
const approved = async (destinations: Destination[]) => {
  const { id: formId } = await publish(destinations);
  let at = (
    await call(people.clerk, "POST", "form-submissions", { formId, answers: { road: "7th" } })
  ).body;
  for (const step of ["review", "approve"])
    at = (
      await call(
        people.reviewer,
        "POST",
        `form-submissions/${at.id}/actions/${step}`,
        {},
        at.version,
      )
    ).body;
  expect(at.status).toBe("approved");
  return at.id as string;
};
const deliveriesOf = async (id: string) =>
  (await call(people.reviewer, "GET", `form-deliveries?submission=${id}&sort=createdAt`)).body
    .items as DeliveryRow[];
const statusOf = async (id: string) =>
  (await call(people.reviewer, "GET", `form-submissions/${id}`)).body.status as string;
const many = (action: string, ids: string[], more = {}) =>
  call(people.reviewer, "POST", `form-deliveries/actions/${action}`, { ids, ...more });
const letters = (set: "sent" | "failed") =>
  identityDb(t.database).rows(
    set === "sent"
      ? sql`
        update mail
        set sent_at = clock_timestamp()
        where kind = 'formDelivery' and sent_at is null
      `
      : sql`
        update mail
        set failed_at = clock_timestamp(), attempts = 8, last_error = 'no such user'
        where kind = 'formDelivery' and sent_at is null and failed_at is null
      `,
  );

test("a submission is delivered when every destination has it: mail with its PDF, webhook, print, download", async () => {
  const address = `http://localhost:${receiver.port}/in`;
  const unknown = publish([{ kind: "webhook", to: address }]);
  await expect(unknown).rejects.toMatchObject({ kind: "invalid" });
  await call(people.admin, "POST", "webhook-endpoints", { address });
  says = { status: 500 };
  const id = await approved([
    { kind: "mail", to: "permits@county.example" },
    { kind: "webhook", to: address },
    { kind: "print", to: "" },
    { kind: "download", to: "" },
  ]);
  const papers = await identityDb(t.database).rows(
    sql`select maker, made_of, name from mail_paper where made_of = ${id}`,
  );
  expect(papers).toMatchObject([{ maker: "form_submission", madeOf: id }]);

  await letters("sent");
  await settleLetters(house);
  await sendDueWebhooks(house);
  const now = await deliveriesOf(id);
  expect(now.map(({ kind, status }) => [kind, status]).toSorted()).toEqual([
    ["download", "queued"],
    ["mail", "delivered"],
    ["print", "queued"],
    ["webhook", "retrying"],
  ]);
  const of = (kind: string) => now.find((each) => each.kind === kind)!.id;
  says = {};
  expect((await many("again", [of("webhook")])).body).toEqual({ done: 1, refused: [] });
  await expect
    .poll(async () => {
      await sendDueWebhooks(house);
      return (await deliveriesOf(id)).find((each) => each.kind === "webhook")!.status;
    })
    .toBe("delivered");
  expect(JSON.parse(receiver.asked.at(-1)!.body)).toMatchObject({ data: { id } });
  expect(receiver.asked.at(-1)!.body).not.toContain("7th");

  // Twice at once prints once.
  const prints = await Promise.all([many("print", [of("print")]), many("print", [of("print")])]);
  expect(prints.map((each) => each.status).toSorted()).toEqual([202, 409]);
  const batch = prints.find((each) => each.status === 202)!.body.id as string;
  await expect
    .poll(async () => (await deliveriesOf(id)).find((each) => each.kind === "print")!.status, {
      timeout: 12_000,
    })
    .toBe("delivered");
  const file = await call(people.reviewer, "GET", `form-print-batches/${batch}/file`);
  expect(file.raw.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await statusOf(id)).toBe("approved");

  const pdf = await call(people.reviewer, "GET", `form-deliveries/${of("download")}/file`);
  expect(pdf.raw.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await statusOf(id)).toBe("delivered");
  const told = await call(people.reviewer, "GET", `form-deliveries/${of("download")}`);
  expect(told.body.tries).toMatchObject([
    { number: 1, outcome: `Fetched by ${people.reviewer.name}` },
  ]);
});

test("a letter that is refused is told once and sent anew; one that waits is stopped with a reason", async () => {
  const id = await approved([{ kind: "mail", to: "wrong@county.example" }]);
  const [mail] = await deliveriesOf(id);
  await letters("failed");
  await settleLetters(house);
  await settleLetters(house);
  expect((await deliveriesOf(id))[0]).toMatchObject({ status: "failed", reason: "no such user" });
  const notices = await t.database
    .read(people.reviewer)
    .rows(sql`select title from notification where title like '%did not reach%'`);
  expect(notices).toHaveLength(1);

  expect((await many("again", [mail!.id])).body.done).toBe(1);
  expect((await many("again", [mail!.id])).body.refused).toMatchObject([
    { reason: "It is on its way already." },
  ]);
  expect((await many("print", [mail!.id])).body).toMatchObject({
    status: 409,
    code: "not_waiting",
    detail: "Choose printouts that are queued; some of these are not.",
  });
  expect((await many("cancel", [mail!.id], { reason: "Wrong address" })).body.done).toBe(1);
  await letters("sent");
  expect(await settleLetters(house)).toBe(0);
  const stopped = (await call(people.reviewer, "GET", `form-deliveries/${mail!.id}`)).body;
  expect(stopped).toMatchObject({
    status: "cancelled",
    reason: "Wrong address",
    tries: [{ number: 2 }, { number: 1, outcome: "no such user", sendings: 8 }],
  });
  // What was not confirmed delivers nothing.
  expect(await statusOf(id)).toBe("approved");
  await many("again", [mail!.id]);
  await letters("sent");
  expect((await many("cancel", [mail!.id], { reason: "Too late" })).body.refused).toMatchObject([
    { reason: "The letter went out meanwhile." },
  ]);
  await settleLetters(house);
  expect(await statusOf(id)).toBe("delivered");
});

test("what is being printed is not stopped", async () => {
  const [paper] = await deliveriesOf(await approved([{ kind: "print", to: "" }]));
  expect((await many("print", [paper!.id])).status).toBeLessThan(300);
  expect((await many("cancel", [paper!.id], { reason: "Not wanted" })).body.refused).toMatchObject([
    { reason: "It is being printed." },
  ]);
});

test("another agency and a clerk reach none of it", async () => {
  const id = await approved([{ kind: "print", to: "" }]);
  const [print] = await deliveriesOf(id);
  for (const [who, status] of [
    [stranger, 404],
    [people.clerk, 403],
  ] as const) {
    expect((await call(who, "GET", `form-deliveries/${print!.id}`)).status).toBe(status);
    expect((await call(who, "GET", `form-deliveries/${print!.id}/file`)).status).toBe(status);
  }
  expect((await call(stranger, "GET", "form-deliveries")).body.items).toEqual([]);
  expect(
    (await call(stranger, "POST", "form-deliveries/actions/again", { ids: [print!.id] })).body,
  ).toMatchObject({ done: 0, refused: [{ reason: "No such delivery." }] });
  expect(
    (await call(stranger, "POST", "form-deliveries/actions/print", { ids: [print!.id] })).status,
  ).toBe(409);
});
