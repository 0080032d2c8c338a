// The county's quality: objectives over what the story bought, and three nonconformances. Values are the records' own.
import { Readable } from "node:stream";
import sharp from "sharp";
import { systemActor, type Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { nonconformanceInput } from "../nonconformance/nonconformance.model.ts";
import { unreportedLines } from "../nonconformance/nonconformance.read.service.ts";
import {
  askPlan,
  closeNonconformance,
  containNonconformance,
  decideNonconformance,
  reportNonconformance,
} from "../nonconformance/nonconformance.service.ts";
import { objectiveInput } from "../quality/objective.model.ts";
import { draftObjective, startObjective } from "../quality/objective.service.ts";
import { periodStart } from "../quality/period.model.ts";

type As = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
const at = (id: string) => ({ id, version: null });

const drawnPhoto = async (app: App, by: Actor, what: string): Promise<string> => {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480">
<rect width="720" height="480" fill="#7a5230"/><rect y="330" width="720" height="150" fill="#00000033"/>
<text x="36" y="390" font-family="sans-serif" font-size="30" fill="#fff">${what}</text>
<text x="36" y="434" font-family="sans-serif" font-size="20" fill="#fff">Drawn for the demonstration</text></svg>`;
  const jpeg = await sharp(Buffer.from(drawn)).jpeg({ quality: 80 }).toBuffer();
  const stored = await app.files.put(Readable.from([jpeg]));
  return app.database.transaction(systemActor(carverCountyId), (tx) =>
    recordFile(tx, {
      ...stored,
      ...{ orgId: carverCountyId, uploadedBy: by.personId },
      name: `${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.jpg`,
    }),
  );
};

const told = [
  {
    ...{ name: "Invoices match without an exception", measure: "firstPass", target: "85" },
    ...{ direction: "at_least", period: "week", from: -14, to: -4 },
  },
  {
    ...{ name: "Orders come in full and on time", measure: "inFull", target: "80" },
    ...{ direction: "at_least", period: "week", from: -14, to: -4 },
  },
  {
    ...{ name: "What is needed is ordered within two weeks", measure: "needToOrder", target: "14" },
    ...{ direction: "at_most", period: "week", from: -14, to: -4 },
  },
] as const;

const tellObjectives = async (as: As, officer: Actor, today: Day): Promise<void> => {
  const owner = demoActor("manager");
  const week = periodStart("week", today);
  for (const { from, to, ...said } of told) {
    const input = objectiveInput.parse({
      ...said,
      baseFrom: addDays(week, 7 * from),
      baseTo: addDays(week, 7 * to - 1),
      ownerId: (said.measure === "needToOrder" ? owner : officer).personId,
    });
    const { id } = await as(officer, (tx, actor) => draftObjective(tx, actor, input));
    await as(officer, (tx, actor) => startObjective(tx, actor, at(id)));
  }
};

/** One reported on the road, one of a receipt that the vendor answers for, one that was used as it is. */
const tellNonconformances = async (app: App, as: As, officer: Actor, today: Day): Promise<void> => {
  const [crew, receiver] = [demoActor("technician"), demoActor("receiver")];
  const report = (by: Actor, said: object) =>
    as(by, (tx, actor) => reportNonconformance(tx, actor, nonconformanceInput.parse(said)));
  await report(crew, {
    title: "Guardrail posts are bent at the foot",
    ...{ place: "County Road 14, mile 3.2", quantity: "6", unit: "post" },
    description: "Six of forty do not stand plumb once they are driven.",
    photoFileIds: [await drawnPhoto(app, crew, "Bent guardrail posts")],
  });
  const used = await report(crew, {
    title: "Signs are a shade lighter than ordered",
    ...{ place: "Yard, sign shop", quantity: "12", unit: "sign" },
    photoFileIds: [await drawnPhoto(app, crew, "Signs, two shades")],
  });
  await as(receiver, (tx, actor) =>
    containNonconformance(tx, actor, at(used.id), { containment: "Set apart in bay 4." }),
  );
  await as(officer, async (tx, actor) => {
    await decideNonconformance(tx, actor, "useAsIs", at(used.id), {
      cause: "unknown",
      decisionReason: "The sheeting meets its class of reflection; the shade is not specified.",
    });
    await closeNonconformance(tx, actor, at(used.id), { otherCents: 0, noPlanReason: "" });
  });
  const [line] = await unreportedLines(app.database.read(officer), { q: "" });
  if (!line) return;
  const broken = await report(receiver, {
    title: "Damaged in transit",
    ...{ place: "Receiving dock", receiptLineId: line.id },
  });
  await as(receiver, (tx, actor) =>
    containNonconformance(tx, actor, at(broken.id), { containment: "On a pallet with a red tag." }),
  );
  await as(officer, async (tx, actor) => {
    const { version } = await decideNonconformance(tx, actor, "returnGoods", at(broken.id), {
      ...{ cause: "vendor", decisionReason: "" },
    });
    const asked = {
      wanted: "Packing that keeps loads whole on the road, shown by the next three deliveries.",
      dueOn: addDays(today, 45),
    };
    await askPlan(tx, actor, broken.id, asked, version);
  });
};

/** What the county watches of its quality, over the records that the story left. */
export const seedQuality = async (app: App, log: (line: string) => void): Promise<void> => {
  const officer = demoActor("quality");
  const { timeZone } = await readOrganization(app.database.read(officer));
  const as: As = (actor, work) =>
    app.database.transaction({ ...actor, timeZone }, (tx) => work(tx, { ...actor, timeZone }));
  const today = dateIn(new Date(databaseMs()).toISOString(), timeZone);
  await tellObjectives(as, officer, today);
  await tellNonconformances(app, as, officer, today);
  await readNoticesOf(app, carverCountyId, ["quality"]);
  log(`quality: ${told.length} objectives, three nonconformances`);
};
