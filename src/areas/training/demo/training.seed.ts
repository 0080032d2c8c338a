import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { addDays } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { certificateInput } from "../certificate/certificate.model.ts";
import { countAsTold } from "../certificate/ending.service.ts";
import { enterCertificate, moveCertificate } from "../certificate/certificate.service.ts";
import { seedCourses } from "./courses.seed.ts";
import { toldCertificates } from "./training.data.ts";

/** Certificates of the county's people: entered by each, verified by the training officer. */
export const seedTraining = async (app: App, log: (line: string) => void): Promise<void> => {
  const officer = demoActor("training");
  const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
    app.database.transaction(actor, (tx) => work(tx, actor));
  const { timeZone } = await readOrganization(app.database.read(officer));
  const today = dateIn(new Date(databaseMs()).toISOString(), timeZone);
  for (const { who, from, until, waits, ...said } of toldCertificates) {
    const holder = demoActor(who);
    const { id } = await as(holder, (tx, actor) =>
      enterCertificate(
        tx,
        actor,
        certificateInput.parse({
          ...said,
          holderId: holder.personId,
          validFrom: addDays(today, from),
          validUntil: until === null ? null : addDays(today, until),
        }),
      ),
    );
    if (!waits)
      await as(officer, (tx, actor) =>
        moveCertificate(tx, actor, "verify", { id, version: null, reason: null }),
      );
    // What ends soon was told before the first morning.
    if (until !== null && until >= 0 && until <= 90)
      await as(officer, (tx) => countAsTold(tx, id, 30));
  }
  await seedCourses(app, as, officer);
  await readNoticesOf(app, carverCountyId, ["personCertificate", "trainingRequirement"]);
  log(`training: ${toldCertificates.length} certificates of people`);
};
