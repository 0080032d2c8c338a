import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import {
  readNoticesOf,
  readNoticeTitled,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { acknowledge } from "../acknowledgement/asked.service.ts";
import { certificateInput } from "../certificate/certificate.model.ts";
import { enterCertificate, publishCertificate } from "../certificate/certificate.service.ts";
import { policyInput } from "../policy/policy.model.ts";
import type { PolicyRecord } from "../policy/policy.noun.ts";
import {
  changePolicy,
  draftNextVersion,
  draftPolicy,
  publishPolicy,
  submitPolicy,
} from "../policy/policy.service.ts";
import {
  conflictText,
  procurementChanges,
  procurementText,
  recordsText,
  travelText,
} from "./policies.data.ts";

type Story = { app: App; on: (days: number) => Day };

const dayMs = 86_400_000;
/** Somebody of the story so many days ago. */
const ago = (name: string, days: number): Actor => ({
  ...demoActor(name),
  businessNow: new Date(databaseMs() - days * dayMs).toISOString(),
});

const as = <T>({ app }: Story, actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  app.database.transaction(actor, (tx) => work(tx, actor));

const typed = (story: Story, actor: Actor, over: object) =>
  policyInput.parse({ ownerId: actor.personId, reviewOn: story.on(200), ...over });

// Written by one, approved by another, published by the first, so many days ago.
const published = async (
  story: Story,
  draft: PolicyRecord,
  { by, approver, days }: { by: string; approver: string; days: number },
): Promise<PolicyRecord> => {
  const [author, other] = [ago(by, days), ago(approver, days)];
  await as(story, author, (tx, actor) => submitPolicy(tx, actor, draft));
  const approval = (await newestApproval(story.app.database.read(other), draft.id))!;
  await as(story, other, (tx, actor) =>
    decide(tx, actor, approval.id, "approve", "Read and agreed.", null),
  );
  await readNoticeTitled(story.app, other, `Approval needed: ${draft.number} v${draft.versionNo}`);
  return as(story, author, (tx, actor) =>
    publishPolicy(tx, actor, { id: draft.id, version: null }),
  );
};

const procurement = async (story: Story): Promise<void> => {
  const how = { by: "compliance", approver: "manager" };
  const author = ago("compliance", 400);
  const first = await as(story, author, (tx, actor) =>
    draftPolicy(
      tx,
      actor,
      typed(story, actor, {
        title: "Procurement policy",
        kind: "procurement",
        summary: "How the county buys: thresholds, quotes, bids, and who approves.",
        body: procurementText.replace("$10,000", "$5,000"),
      }),
    ),
  );
  const held = await published(story, first, { ...how, days: 400 });
  const next = await as(story, ago("compliance", 90), async (tx, actor) => {
    const draft = await draftNextVersion(tx, actor, held.id);
    const { title, kind, summary } = draft;
    const words = { title, kind, summary, body: procurementText, changes: procurementChanges };
    return changePolicy(tx, actor, draft.id, typed(story, actor, words), draft.version);
  });
  await published(story, next, { ...how, days: 90 });
};

const conflicts = async (story: Story): Promise<void> => {
  const draft = await as(story, ago("compliance", 20), (tx, actor) =>
    draftPolicy(
      tx,
      actor,
      typed(story, actor, {
        title: "Conflict of interest policy",
        kind: "ethics",
        summary: "Nobody chooses a supplier in which they have an interest.",
        body: conflictText,
        ackOf: "everybody",
        ackBy: story.on(12),
      }),
    ),
  );
  const { id } = await published(story, draft, {
    by: "compliance",
    approver: "manager",
    days: 20,
  });
  const asked = await story.app.database.read(demoActor("compliance")).rows<{ personId: string }>(
    sql`
      select person_id
      from policy_acknowledgement
      where org_id = ${carverCountyId} and policy_id = ${id}
      order by person
    `,
  );
  const half = asked.slice(0, Math.floor(asked.length / 2));
  const names = ["user", "receiver"].map((name) => demoActor(name).personId);
  for (const { personId } of half.filter((one) => !names.includes(one.personId)))
    await as(story, { ...ago("compliance", 5), personId }, (tx, actor) =>
      acknowledge(tx, actor, id),
    );
};

const underWay = async (story: Story): Promise<void> => {
  await as(story, demoActor("manager"), async (tx, actor) => {
    const draft = await draftPolicy(
      tx,
      actor,
      typed(story, actor, {
        title: "Records retention policy",
        kind: "records",
        summary: "How long records are kept, and what is looked at before one is deleted.",
        body: recordsText,
      }),
    );
    await submitPolicy(tx, actor, draft);
  });
  await as(story, demoActor("compliance"), (tx, actor) =>
    draftPolicy(
      tx,
      actor,
      typed(story, actor, {
        title: "Travel policy",
        kind: "travel",
        summary: "What is asked before a trip and behind it.",
        body: travelText,
      }),
    ),
  );
};

const certificates = (story: Story) => [
  {
    title: "Bond rating AA+",
    kind: "rating",
    issuer: "S&P Global Ratings",
    reference: "2026-GO-114",
    validFrom: story.on(-330),
    validUntil: story.on(32),
  },
  {
    title: "Certificate of Achievement for Excellence in Financial Reporting",
    kind: "award",
    issuer: "Government Finance Officers Association",
    reference: "FY2025",
    validFrom: story.on(-150),
    validUntil: null,
  },
  {
    title: "Public liability insurance",
    kind: "insurance",
    issuer: "Tri-State Risk Pool",
    reference: "PL-77-20418",
    validFrom: story.on(-60),
    validUntil: story.on(305),
  },
];

/** Four policies and three certificates, one of which ends next month. */
export const seedPolicies = async (app: App, log: (line: string) => void): Promise<void> => {
  const officer = demoActor("compliance");
  const { timeZone } = await readOrganization(app.database.read(officer));
  const today = dateIn(new Date(databaseMs()).toISOString(), timeZone);
  const story: Story = { app, on: (days) => addDays(today, days) };
  await procurement(story);
  await conflicts(story);
  await underWay(story);
  for (const certificate of certificates(story))
    await as(story, officer, async (tx, actor) => {
      const input = certificateInput.parse({ ...certificate, ownerId: actor.personId });
      const { id, version } = await enterCertificate(tx, actor, input);
      await publishCertificate(tx, actor, { id, version });
    });
  // What they were told of policies is old news by the first morning.
  await readNoticesOf(app, carverCountyId, ["agencyPolicy"]);
  log("policies: four, one in two versions, and three certificates");
};
