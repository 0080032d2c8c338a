import type { Actor } from "#kernel/access.ts";
import { addDays, day as asDay, type Day, utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { attachPaper } from "#server/http/demo-paper.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { contain, openAction } from "../action/action.service.ts";
import { answerQuestion } from "../safety/answer.service.ts";
import { asked } from "../safety/classify.model.ts";
import { saveEstablishment, moveYear, saveYear } from "../safety/establishment.service.ts";
import { savePrivate } from "../safety/private.service.ts";
import { privateFacts, reportInput } from "../safety/safety.model.ts";
import {
  classify,
  investigate,
  reportCase,
  saveFinding,
  triage,
} from "../safety/safety.service.ts";
import { saveSpan } from "../safety/span.service.ts";
import { safetyCase } from "../safety/safety.tables.ts";
import { demoEstablishment, demoInjury, demoNearMiss } from "./field.data.ts";

const run = <T>(app: App, actor: Actor, act: (tx: Tx) => Promise<T>) =>
  app.database.transaction(actor, act);

type Told = {
  happenedAt: string;
  location: string;
  words: string;
  name: string;
  facts: object;
  yes: readonly string[];
  /** Away so many days from the day after, by the clinic's word; 0: none. */
  daysAway: number;
};

const enterDays = async (tx: Tx, officer: Actor, id: string, days: number) => {
  const { happenedOn, version } = await getRow(tx, safetyCase, id, "safety case");
  await saveSpan(
    tx,
    officer,
    { id, version },
    {
      kind: "away",
      fromDay: addDays(happenedOn, 1),
      toDay: addDays(happenedOn, days),
      basis: "clinician",
      clinician: "Dr. L. Haas, Two Rivers Clinic",
      words: "No weight on the ankle for these days; may return then.",
    },
  );
};

const tellInjury = async (app: App, establishmentId: string, told: Told): Promise<string> => {
  const asker = demoActor("receiver", told.happenedAt);
  const { id, number } = await run(app, asker, (tx) =>
    reportCase(
      tx,
      asker,
      reportInput.parse({
        kind: "injury",
        happenedAt: told.happenedAt,
        location: told.location,
        name: told.name,
        words: told.words,
      }),
    ),
  );
  const step = { id, version: null };
  const officer = demoActor("safety", later(new Date(told.happenedAt), 2).toISOString());
  const say = (act: (tx: Tx) => Promise<unknown>) => run(app, officer, act);
  await say((tx) =>
    triage(tx, officer, step, {
      kind: "injury",
      establishmentId,
      severe: null,
      severeKnownAt: null,
    }),
  );
  await say((tx) => savePrivate(tx, officer, id, privateFacts.parse(told.facts), 1));
  const { version } = await run(app, officer, (tx) => investigate(tx, officer, step));
  for (const { key } of asked("injury", {}))
    await say((tx) =>
      answerQuestion(tx, officer, id, {
        question: key,
        answer: told.yes.includes(key),
        reason: "By the report of the supervisor and of the clinic",
      }),
    );
  await say((tx) =>
    saveFinding(
      tx,
      officer,
      { id, version },
      "The rungs were wet and had lost their grip; no second line.",
    ),
  );
  if (told.daysAway > 0) {
    await say((tx) => enterDays(tx, officer, id, told.daysAway));
    await attachPaper(app, officer, {
      objectType: "safetyCase",
      objectId: id,
      number,
      name: "clinic-note.txt",
      words: `Two Rivers Clinic on ${told.name}: no weight on the ankle, back in ${told.daysAway} days.`,
      label: "Word of the clinic",
    });
  }
  await say((tx) => classify(tx, officer, step, { injuryType: 1, privacyKind: null }));
  return id;
};

const yearBefore = (today: Day) => Number(today.slice(0, 4)) - 1;

const earlier = (one: Day, other: Day) => (one < other ? one : other);

// The year before is complete: certified, and its files can be made.
const tellLastYear = async (app: App, establishmentId: string, today: Day): Promise<void> => {
  const year = yearBefore(today);
  const day = (date: string) => `${year}-${date}T15:30:00.000Z`;
  const first = { ...demoInjury.facts, name: "Morgan Ellis", dateOfBirth: "1979-09-02", sex: "F" };
  const common = { name: first.name, yes: ["covered", "workRelated", "newCase", "treatment"] };
  await tellInjury(app, establishmentId, {
    ...common,
    happenedAt: day("04-18"),
    location: "County Road 12",
    words: "Cut the hand on a broken delineator.",
    daysAway: 0,
    facts: {
      ...first,
      injury: "Laceration of the right palm, six stitches",
      happened: "The gloved hand slid along the broken edge of a delineator post.",
      before: "Replacing delineators along the shoulder.",
      object: "Broken plastic post",
      jobTitle: "Laborer",
    },
  });
  const officer = demoActor("safety");
  const of = { establishmentId, year };
  await run(app, officer, async (tx) => {
    await saveYear(
      tx,
      officer,
      { ...of, version: null },
      {
        averageEmployees: 64,
        hoursWorked: 121_600,
        executiveName: "Adele Moreau",
        executiveTitle: "County administrator",
        executivePhone: "+1 952 555 0100",
        changeReason: "",
      },
    );
    const dayOf = (date: string) => earlier(today, asDay(`${year + 1}-${date}`));
    await moveYear(tx, officer, of, { step: "certify", on: dayOf("01-20") });
    await moveYear(tx, officer, of, { step: "post", on: dayOf("01-30") });
  });
};

/** A near miss, an injury with lost time after the flood, and the year before with its forms. */
export const seedSafety = async (app: App, now: Date): Promise<void> => {
  const officer = demoActor("safety");
  const { establishmentId, today } = await run(app, officer, async (tx) => ({
    establishmentId: (await saveEstablishment(tx, officer, demoEstablishment)).id,
    today: businessDate(tx.scope),
  }));
  await tellLastYear(app, establishmentId, today);
  const injury = await tellInjury(app, establishmentId, {
    happenedAt: later(now, -9).toISOString(),
    location: demoInjury.location,
    name: demoInjury.name,
    words: demoInjury.words,
    facts: demoInjury.facts,
    yes: ["covered", "workRelated", "newCase", "daysAway", "treatment"],
    daysAway: 5,
  });
  const crew = demoActor("receiver");
  await run(app, crew, (tx) =>
    reportCase(
      tx,
      crew,
      reportInput.parse({
        kind: "near_miss",
        happenedAt: later(now, -4).toISOString(),
        anonymous: true,
        ...demoNearMiss,
      }),
    ),
  );
  await run(app, officer, async (tx) => {
    const action = await openAction(tx, officer, {
      title: "Ladders of valve vaults: grip and a second line",
      subjectType: "safetyCase",
      subjectId: injury,
      problem: "Wet rungs without grip; nobody held a second line.",
      ownerId: demoPersonId("works@demo.levee.test"),
      dueOn: utcDay(later(now, 30)),
    });
    await contain(
      tx,
      officer,
      { id: action.id, version: null },
      { containment: "The vault is closed until its ladder has grip tape." },
    );
  });
};
