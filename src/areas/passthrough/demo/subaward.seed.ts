import type { Actor } from "#kernel/access.ts";
import { permissionsOf } from "#roles.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { demoPersonId, demoSubrecipient } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { drawReview, finishReview } from "../desk-review/desk-review.service.ts";
import { requestInput } from "../request/request.model.ts";
import { acceptRequest, submitRequest } from "../request/request.service.ts";
import {
  approveSubaward,
  assessRisk,
  executeSubaward,
  passSubaward,
} from "../subaward/course.service.ts";
import { factFields, type Facts } from "../subaward/facts.model.ts";
import { riskQuestions } from "../subaward/risk.model.ts";
import { subawardInput } from "../subaward/subaward.model.ts";
import { draftSubaward, saveFacts } from "../subaward/subaward.service.ts";
import { dayFrom, demoCosts, type DemoRecipient } from "./passthrough.data.ts";

/** The subrecipient's person, as an actor of the portal. */
const subrecipient = (grants: Actor): Actor => ({
  ...grants,
  kind: "vendor",
  personId: demoPersonId(demoSubrecipient.email),
  name: demoSubrecipient.person,
  email: demoSubrecipient.email,
  duties: [],
  permissions: permissionsOf("user", [], "vendor"),
  vendorIds: [demoSubrecipient.id],
});

const typed: Readonly<Record<string, string>> = {
  federalDate: "October 1, 2025",
  agency:
    "Centers for Disease Control and Prevention; Carver County; Ruth Adeyemi, grants@demo.levee.test",
  research: "No",
  indirect: "15 percent of modified total direct costs, de minimis, 2 CFR 200.414(f)",
};
const factsOf = (unknown: readonly string[], stored: Facts): Facts =>
  Object.fromEntries(
    factFields.map(({ key }) => [
      key,
      unknown.includes(key)
        ? { value: "", known: false }
        : { value: stored[key]?.value || (typed[key] ?? "None"), known: true },
    ]),
  );

type Passing = {
  awardId: string;
  accountStringId: string;
  applicationId: string;
  vendorId: string;
  r: DemoRecipient;
  today: string;
};
const draft = (tx: Tx, grants: Actor, { r, today, ...of }: Passing) =>
  draftSubaward(
    tx,
    grants,
    subawardInput.parse({
      ...of,
      title: r.project,
      amount: r.budget.reduce((n, b) => n + b.cents, 0) - r.match,
      match: r.match,
      budget: r.budget,
      startsOn: dayFrom(today, -85),
      endsOn: dayFrom(today, 240),
    }),
  );

/** A selected application as a subaward; the last one waits for its approval. */
export const passDemo = async (app: App, p: Passing, at: number): Promise<string> => {
  const [grants, certifier] = [demoActor("grants"), demoActor("certifier")];
  const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    app.database.transaction(actor, work);
  const none = { version: null, reason: null };
  const s = await as(grants, (tx) => draft(tx, grants, p));
  const facts = factsOf(at === 1 ? ["federalDate"] : [], s.facts);
  await as(grants, (tx) => saveFacts(tx, grants, s.id, facts, s.version));
  const answers = riskQuestions.map((q, i) => ({
    question: q.key,
    points: p.r.risk[i]!,
    note: p.r.riskNote,
  }));
  await as(grants, (tx) => assessRisk(tx, grants, { id: s.id, version: null }, { answers }));
  if (at === 2) return s.id;
  await as(certifier, (tx) => approveSubaward(tx, certifier, { id: s.id, ...none }));
  await as(grants, (tx) => executeSubaward(tx, grants, { id: s.id, ...none }));
  await as(grants, (tx) => passSubaward(tx, grants, "activate", { id: s.id, ...none }));
  return s.id;
};

const ask = (app: App, sub: Actor, of: { id: string; today: string }, from: number, to: number) =>
  app.database.transaction(sub, (tx) =>
    submitRequest(
      tx,
      sub,
      of.id,
      requestInput.parse({
        periodFrom: dayFrom(of.today, from),
        periodTo: dayFrom(of.today, to),
        note: "Costs as in our general ledger.",
        lines: demoCosts
          .filter(({ day }) => day >= from && day <= to)
          .map(({ day, ...line }) => ({ ...line, incurredOn: dayFrom(of.today, day) })),
      }),
    ),
  );

/** One request is accepted and its costs reviewed, another one waits. */
export const spendDemo = async (app: App, id: string, today: string): Promise<void> => {
  const [grants, certifier] = [demoActor("grants"), demoActor("certifier")];
  const sub = subrecipient(grants);
  const { database } = app;
  const first = await ask(app, sub, { id, today }, -80, -40);
  await database.transaction(grants, (tx) =>
    acceptRequest(tx, grants, { id: first.id, version: null, reason: null }),
  );
  await ask(app, sub, { id, today }, -39, -5);
  await database.transaction(certifier, async (tx) => {
    const drawn = await drawReview(tx, certifier, id, 3);
    const lines = await tx.rows<{ costId: string }>(sql`
      select cost_id
      from desk_review_line
      where org_id = ${drawn.orgId} and review_id = ${drawn.id}
    `);
    await finishReview(tx, certifier, drawn.id, {
      conclusion: "Every drawn cost has its invoice and its proof of payment.",
      lines: lines.map(({ costId }) => ({
        costId,
        result: "supported" as const,
        questioned: 0,
        note: "",
      })),
    });
  });
};
